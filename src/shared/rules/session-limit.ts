/** How many sessions the plan includes; null for no limit, as in a trial. */
export function includedSessions(
  subscription: { status: string; sessionLimit: number | null } | undefined,
): number | null {
  return subscription === undefined || subscription.status === 'trialing' ? null : subscription.sessionLimit
}

/** Few sessions remain of what a plan includes: at most five, or a tenth of a large plan's. */
export function isLow({ used, limit }: { used: number; limit: number }): boolean {
  return limit - used <= Math.max(5, Math.floor(limit / 10))
}
