/** Number of sessions in the plan. Null without a limit, as in a trial. */
export function includedSessions(
  subscription: { status: string; sessionLimit: number | null } | undefined,
): number | null {
  return subscription === undefined || subscription.status === 'trialing' ? null : subscription.sessionLimit
}

/** True if few sessions of the plan remain: at most five, or a tenth for a large plan. */
export function isNearLimit({ used, limit }: { used: number; limit: number }): boolean {
  return limit - used <= Math.max(5, Math.floor(limit / 10))
}
