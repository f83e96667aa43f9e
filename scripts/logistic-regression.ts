// Logistic regression over words, one model for each label.
import { featureValue, type LinearModels } from '#server/clinical-text/language/linear-models.ts'

const iterations = 400
/** Weights below this have no visible effect. */
const minWeight = 0.05

export interface Example<Label extends string> {
  text: string
  /** Null for a text without any of the labels. */
  label: Label | null
  weight: number
}

/** A text as the indexes of its features, which all have the same value. */
interface Row {
  features: readonly number[]
  value: number
}

interface TrainingSet {
  rows: readonly Row[]
  /** How much each row counts. */
  counts: readonly number[]
  /** Number of features. */
  size: number
  /** Strength of the penalty on large weights. */
  penalty: number
}

const sum = (weights: Float64Array, { features, value }: Row) =>
  value * features.reduce((total, at) => total + (weights[at] ?? 0), 0)

/**
 * Minimizes the penalized log loss with Nesterov's accelerated gradient, which starts again when it overshoots. The last
 * weight is the intercept.
 */
function train({ rows, counts, size, penalty }: TrainingSet, isPositive: readonly boolean[]) {
  let weights = new Float64Array(size + 1)
  let ahead = Float64Array.from(weights)
  let momentum = 1
  const step = 1 / (penalty + 0.25 * largestEigenvalue(rows, size))
  for (let round = 0; round < iterations; round++) {
    const gradient = ahead.map((weight, at) => (at < size ? penalty * weight : 0))
    for (const [at, row] of rows.entries()) {
      const chance = 1 / (1 + Math.exp(-(sum(ahead, row) + (ahead[size] ?? 0))))
      const error = (counts[at] ?? 0) * (chance - (isPositive[at] ? 1 : 0))
      for (const feature of row.features) gradient[feature] = (gradient[feature] ?? 0) + error * row.value
      gradient[size] = (gradient[size] ?? 0) + error
    }
    const next = ahead.map((weight, at) => weight - step * (gradient[at] ?? 0))
    const isUphill =
      gradient.reduce((total, slope, at) => total + slope * ((next[at] ?? 0) - (weights[at] ?? 0)), 0) > 0
    const following = isUphill ? 1 : (1 + Math.sqrt(1 + 4 * momentum ** 2)) / 2
    const carried = isUphill ? 0 : (momentum - 1) / following
    ahead = next.map((weight, at) => weight + carried * (weight - (weights[at] ?? 0)))
    weights = next
    momentum = following
  }
  return weights
}

/** Largest eigenvalue of the product of the transposed rows and the rows, with the intercept, by power iteration. */
function largestEigenvalue(rows: readonly Row[], size: number): number {
  let direction = new Float64Array(size + 1).fill(1)
  let length = 1
  for (let round = 0; round < 20; round++) {
    const next = new Float64Array(size + 1)
    for (const row of rows) {
      const product = sum(direction, row) + (direction[size] ?? 0)
      for (const feature of row.features) next[feature] = (next[feature] ?? 0) + product * row.value
      next[size] = (next[size] ?? 0) + product
    }
    length = Math.sqrt(next.reduce((total, one) => total + one ** 2, 0))
    direction = next.map((one) => one / length)
  }
  return length
}

const hundredths = (weight: number | undefined) => Math.round(100 * (weight ?? 0))

interface Options<Label> {
  /** One model is trained for each. */
  labels: readonly Label[]
  featuresOf: (text: string) => ReadonlySet<string>
  /** Strength of the penalty on large weights. */
  penalty: number
  /** Minimum number of texts that contain a feature. Rarer features are left out. */
  minTexts: number
}

/** Trains one model for each label on the same texts. */
export function trainModels<Label extends string>(
  examples: readonly Example<Label>[],
  { labels, featuresOf, penalty, minTexts }: Options<Label>,
): LinearModels {
  const found = examples.map(({ text }) => featuresOf(text))
  const frequency = new Map<string, number>()
  for (const features of found) for (const one of features) frequency.set(one, (frequency.get(one) ?? 0) + 1)
  const known = [...frequency].flatMap(([feature, count]) => (count >= minTexts ? [feature] : [])).toSorted()
  const place = new Map(known.map((feature, at) => [feature, at]))
  const rows = found.map((features) => {
    const numbers = Array.from(features).flatMap((feature) => place.get(feature) ?? [])
    return { features: numbers, value: featureValue(numbers.length) }
  })
  const set = { rows, counts: examples.map(({ weight }) => weight), size: known.length, penalty }
  const models = labels.map((label) =>
    train(
      set,
      examples.map((example) => example.label === label),
    ),
  )
  const table = known.flatMap((feature, at) => {
    const weights = models.map((model) => model[at] ?? 0)
    return weights.some((weight) => Math.abs(weight) >= minWeight)
      ? [`${feature}\t${weights.map(hundredths).join(' ')}`]
      : []
  })
  return { intercepts: models.map((model) => hundredths(model.at(-1)) / 100), features: table.join('\n') }
}
