/** A vector of length 1. */
export type Direction = Float32Array

/** The cosine of the angle between two directions; 0 if one is missing. */
export function cosine(one: Direction | undefined, other: Direction | undefined): number {
  if (!one || !other) return 0
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += (one[i] ?? 0) * (other[i] ?? 0)
  return sum
}

/** The direction of the sum of some directions. */
export function meanDirection(directions: readonly (Direction | undefined)[]): Direction {
  const sum = new Float32Array(directions[0]?.length ?? 0)
  for (const direction of directions)
    for (const [i, value] of direction?.entries() ?? []) sum[i] = (sum[i] ?? 0) + value
  return normalized(sum)
}

/** The vector with length 1; a vector of zeros stays. */
export function normalized(vector: Float32Array): Direction {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return length > 0 ? vector.map((value) => value / length) : vector
}
