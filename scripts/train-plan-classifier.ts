// Trains the classifiers that recognize plans for the Plan of excerpts, one for the therapist and one for the client. Run it after any
// change of their texts.
import { readDialogues, readPlanSentences } from '../bench/clinical/cases.ts'
import { planFeaturesOf } from '#server/clinical-text/excerpts/plans/plan-features.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { readTexts, writeWeights } from './classifier-texts.ts'
import { type Example, trainModels } from './logistic-regression.ts'

/** Shorter sentences are greetings and reactions. */
const minWords = 3

const toExample = (text: string, isPlan: boolean): Example<'plan'> => ({
  text,
  label: isPlan ? 'plan' : null,
  weight: 1,
})

/** Each line has a level: `p` for a plan, `n` for any other sentence. */
const inventedLines = (file: string): Example<'plan'>[] =>
  readTexts('plans', file).map((line) => {
    const [level = '', text = ''] = line.split('\t')
    return toExample(text, level === 'p')
  })

/** The sentences of whole sessions, in which plans are as rare as in real ones. */
function spokenSentences(speaker: 'therapist' | 'client'): Example<'plan'>[] {
  const plans = readPlanSentences()
  return readDialogues()
    .filter(({ part }) => part !== 'final')
    .flatMap(({ id, transcript: { utterances } }) =>
      utterances.flatMap(({ speaker: voice, text }, at) => {
        if ((voice === 'therapist') !== (speaker === 'therapist')) return []
        const plansOfTurn = (plans.get(id) ?? []).filter(([line]) => line === at + 1).map(([, plan]) => plan)
        return splitSentences(text)
          .filter((sentence) => sentence.split(/\s+/).length >= minWords)
          .map((sentence) =>
            toExample(
              sentence,
              plansOfTurn.some((plan) => plan.includes(sentence) || sentence.includes(plan)),
            ),
          )
      }),
    )
}

for (const speaker of ['therapist', 'client'] as const) {
  const examples = [...inventedLines(`${speaker}.tsv`), ...spokenSentences(speaker)]
  const models = trainModels(examples, { labels: ['plan'], featuresOf: planFeaturesOf, penalty: 0.1, minTexts: 3 })
  writeWeights('plans', `excerpts/plans/${speaker}-weights.json`, models)
  console.log(`${speaker}: ${examples.length} sentences, ${models.features.split('\n').length} features`)
}
