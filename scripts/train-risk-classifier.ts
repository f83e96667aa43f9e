// Trains the classifier of the safety card: logistic regression, one model for each topic. Run it after any change of its texts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDialogues, readExchanges } from '../bench/clinical/cases.ts'
import { featuresOf, featureValue } from '#server/clinical-text/safety/classifier/features.ts'
import type { SafetyTopic } from '#server/clinical-text/safety/finding.ts'
import { termsIn } from '#server/clinical-text/safety/safety-terms.ts'
import { safetyTopics } from '#shared/rules/safety-lists.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { classifierFolder, lineFiles, readLines, textsHash } from './risk-classifier-texts.ts'

/** How much a text counts if its label or its topic is less certain. */
const lessCertain = 0.7
/** Strength of the penalty on large weights. */
const penalty = 0.1
const iterations = 400
/** Minimum number of texts that contain a feature. Rarer features are left out. */
const minTexts = 2
/** Weights below this have no visible effect. */
const minWeight = 0.05
/** Minimum length of a text from an exchange. Shorter texts are mostly answers whose meaning is in the question. */
const shortestAnswer = 25

interface Example {
  text: string
  /** Null for a text without risk. */
  topic: SafetyTopic | null
  weight: number
}

function lines(): Example[] {
  return lineFiles.flatMap((file) => {
    const topic = safetyTopics.find((name) => `${name.replaceAll(' ', '-')}.tsv` === file) ?? null
    return readLines(file)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [level = '', text = ''] = line.split('\t')
        return { text, topic: level === 'n' ? null : topic, weight: level === 'u' ? lessCertain : 1 }
      })
  })
}

/** Exchanges that measure the classifier are left out. */
function exchanges(): Example[] {
  return readExchanges()
    .filter(({ id, is }) => is !== 'denied' && !id.startsWith('ordinary-words'))
    .flatMap(({ topic, is, transcript }) =>
      transcript.utterances
        .filter(({ speaker, text }) => speaker === 'client' && text.length >= shortestAnswer)
        .map(({ text }) =>
          is === 'not raised' ? { text, topic: null, weight: 1 } : { text, topic, weight: lessCertain },
        ),
    )
}

/** Client turns of whole sessions, as texts without risk. Leaves out each turn that names a risk, and the two turns after it. */
function ordinaryTurns(): Example[] {
  return readDialogues()
    .filter(({ part }) => part !== 'final')
    .flatMap(({ transcript: { utterances } }) => {
      // Only the word lists decide what names a risk. The safety card also has the classifier's false alarms, which must stay in the training.
      const isNamed = utterances.map(({ text }) =>
        splitSentences(text).some((sentence) => termsIn(sentence).length > 0),
      )
      return utterances
        .filter(({ speaker }, at) => speaker === 'client' && !isNamed.slice(Math.max(0, at - 2), at + 1).includes(true))
        .map(({ text }) => ({ text, topic: null, weight: 1 }))
    })
}

/** A text as the indexes of its features, which all have the same value. */
interface Row {
  features: readonly number[]
  value: number
}

const sum = (weights: Float64Array, { features, value }: Row) =>
  value * features.reduce((total, at) => total + (weights[at] ?? 0), 0)

/**
 * Minimizes the penalized log loss with Nesterov's accelerated gradient, which starts again when it overshoots. The last
 * weight is the intercept.
 */
function train(rows: readonly Row[], isPositive: readonly boolean[], counts: readonly number[], size: number) {
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

const examples = [...lines(), ...exchanges(), ...ordinaryTurns()]
const found = examples.map(({ text }) => featuresOf(text))
const frequency = new Map<string, number>()
for (const features of found) for (const one of features) frequency.set(one, (frequency.get(one) ?? 0) + 1)
const known = [...frequency].flatMap(([feature, count]) => (count >= minTexts ? [feature] : [])).toSorted()
const place = new Map(known.map((feature, at) => [feature, at]))
const rows = found.map((features) => {
  const numbers = Array.from(features).flatMap((feature) => place.get(feature) ?? [])
  return { features: numbers, value: featureValue(numbers.length) }
})
const models = safetyTopics.map((topic) =>
  train(
    rows,
    examples.map((example) => example.topic === topic),
    examples.map(({ weight }) => weight),
    known.length,
  ),
)
const hundredths = (weight: number | undefined) => Math.round(100 * (weight ?? 0))
const table = known.flatMap((feature, at) => {
  const weights = models.map((model) => model[at] ?? 0)
  return weights.some((weight) => Math.abs(weight) >= minWeight)
    ? [`${feature}\t${weights.map(hundredths).join(' ')}`]
    : []
})
const intercepts = Object.fromEntries(safetyTopics.map((topic, at) => [topic, hundredths(models[at]?.at(-1)) / 100]))
const compiled = { trainedOn: textsHash(), intercepts, features: table.join('\n') }
writeFileSync(join(classifierFolder, 'weights.json'), `${JSON.stringify(compiled, null, 1)}\n`)
console.log(`${examples.length} texts, ${table.length} features`)
