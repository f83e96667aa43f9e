/**
 * How high a bar of the level meter stands, 0 to 1, for a loudness of 0 to 1 (linear in decibels): speech, which takes up
 * only the upper half of them, is spread over the whole height.
 */
export function barHeight(loudness: number): number {
  return Math.min(1, Math.max(0, loudness)) ** 1.6
}
