/**
 * The height of a bar of the level meter, 0 to 1, for a loudness of 0 to 1 (linear in decibels). Spreads speech, which
 * is in the upper half of the decibels, over the whole height.
 */
export function barHeight(loudness: number): number {
  return Math.min(1, Math.max(0, loudness)) ** 1.6
}
