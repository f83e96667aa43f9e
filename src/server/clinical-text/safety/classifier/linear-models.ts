import { featureValue } from './features.ts'

/** Trained models, one for each topic in the order of `safetyTopics`. */
export interface LinearModels {
  intercepts: readonly number[]
  /** Lines of a feature, a tab and its weights in hundredths. */
  features: string
}

/** Returns a function that computes the scores of a set of features, one for each topic. A score of 0 means a chance of one half. */
export function createScores({ intercepts, features }: LinearModels): (found: ReadonlySet<string>) => number[] {
  // Most processes never read a transcript.
  let weights: ReadonlyMap<string, string> | undefined
  const read = () =>
    new Map(
      features.split('\n').map((line) => {
        const tab = line.indexOf('\t')
        return [line.slice(0, tab), line.slice(tab + 1)]
      }),
    )
  return (found) => {
    const rows = (weights ??= read())
    const known = Array.from(found).flatMap((feature) => rows.get(feature) ?? [])
    const value = featureValue(known.length) / 100
    const scores = [...intercepts]
    for (const row of known)
      for (const [at, weight] of row.split(' ').entries()) scores[at] = (scores[at] ?? 0) + value * Number(weight)
    return scores
  }
}
