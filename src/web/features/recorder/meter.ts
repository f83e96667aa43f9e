const quietest = -60
const loudest = -9

/** How high a bar of the level meter stands, 0 to 1, for a loudness of 0 to 1: linear in decibels, as ears hear. */
export function barHeight(level: number): number {
  if (level <= 0) return 0
  const decibels = 20 * Math.log10(level)
  return Math.min(1, Math.max(0, (decibels - quietest) / (loudest - quietest)))
}
