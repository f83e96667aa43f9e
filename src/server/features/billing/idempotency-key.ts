/** The idempotency key of a call, so that a repeated call charges once. The browser creates the `requestId`. */
export function idempotencyKeyFor(call: string, organizationId: string, requestId: string): string {
  return `${call}:${organizationId}:${requestId}`
}
