/** Value of each of `count` features: scaled to length 1, but at most 1/4, so that one word alone does not decide. */
export const featureValue = (count: number): number => 1 / Math.max(Math.sqrt(count), 4)

/** Trained models, one for each label in the order of the training. */
export interface LinearModels {
  intercepts: readonly number[]
  /** Lines of a feature, a tab and its weights in hundredths. */
  features: string
}

/** Returns a function that computes the scores of a set of features, one for each label. A score of 0 means a chance of one half. */
export function createScores({ intercepts, features }: LinearModels): (found: ReadonlySet<string>) => number[] {
  // Most processes never read a transcript.
  let weights: ReadonlyMap<string, readonly number[]> | undefined
  const read = () =>
    new Map(
      features.split('\n').map((line) => {
        const tab = line.indexOf('\t')
        return [
          line.slice(0, tab),
          line
            .slice(tab + 1)
            .split(' ')
            .map(Number),
        ]
      }),
    )
  return (found) => {
    const rows = (weights ??= read())
    const known = Array.from(found).flatMap((feature) => (rows.has(feature) ? [rows.get(feature) ?? []] : []))
    const value = featureValue(known.length) / 100
    const scores = [...intercepts]
    for (const row of known) for (const [at, weight] of row.entries()) scores[at] = (scores[at] ?? 0) + value * weight
    return scores
  }
}
