/** The same call of the same organization, however often it comes: money moves once. `requestId` is made by the browser. */
export function keyOf(call: string, organizationId: string, requestId: string): string {
  return `${call}:${organizationId}:${requestId}`
}
