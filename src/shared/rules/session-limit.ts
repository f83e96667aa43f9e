/** Few sessions remain of what a plan includes: at most five, or a tenth of a large plan's. */
export function isLow({ used, limit }: { used: number; limit: number }): boolean {
  return limit - used <= Math.max(5, Math.floor(limit / 10))
}
