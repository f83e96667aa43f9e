/**
 * Returns the height of a bar of the level meter, 0 to 1, for a level of 0 to 1 that is linear in decibels. Speech is
 * in the upper half of the levels and is spread over the whole height.
 */
export function barHeight(loudness: number): number {
  return Math.min(1, Math.max(0, loudness)) ** 1.6
}
