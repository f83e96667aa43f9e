// Trains the two classifiers of the safety card, for the client's turns and for the therapist's questions. Run it after any change of
// their texts.
import { readDialogues, readExchanges } from '../bench/clinical/cases.ts'
import { featuresOf, questionFeaturesOf } from '#server/clinical-text/safety/classifier/features.ts'
import { isQuestion } from '#server/clinical-text/safety/question-form.ts'
import { termsIn } from '#server/clinical-text/safety/safety-terms.ts'
import { safetyTopics } from '#shared/rules/safety-lists.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import type { SafetyTopic } from '#server/clinical-text/safety/finding.ts'
import { readTexts, textFiles, writeWeights } from './classifier-texts.ts'
import { type Example as AnyExample, trainModels } from './logistic-regression.ts'

type Example = AnyExample<SafetyTopic>

/** How much a text counts if its label or its topic is less certain. */
const lessCertain = 0.7
/** Minimum length of a text from an exchange. Shorter texts are mostly answers whose meaning is in the question. */
const minAnswerLength = 25

/** The topic of a file with invented texts; null for `ordinary`. */
const topicOf = (file: string) => safetyTopics.find((name) => file.startsWith(`${name.replaceAll(' ', '-')}.`)) ?? null

/** Each line has a level: `s` states the topic, `u` may state it, `n` does not. */
const inventedStatements = (): Example[] =>
  textFiles('statements').flatMap((file) =>
    readTexts('statements', file).map((line) => {
      const [level = '', text = ''] = line.split('\t')
      return { text, label: level === 'n' ? null : topicOf(file), weight: level === 'u' ? lessCertain : 1 }
    }),
  )

const inventedQuestions = (): Example[] =>
  textFiles('questions').flatMap((file) =>
    readTexts('questions', file).map((text) => ({ text, label: topicOf(file), weight: 1 })),
  )

/** Returns examples from exchanges, without those that measure the classifier. */
function exchanges(): Example[] {
  return readExchanges()
    .filter(({ id, is }) => is !== 'denied' && !id.startsWith('ordinary-words'))
    .flatMap(({ topic, is, transcript }) =>
      transcript.utterances
        .filter(({ speaker, text }) => speaker === 'client' && text.length >= minAnswerLength)
        .map(({ text }) =>
          is === 'not raised' ? { text, label: null, weight: 1 } : { text, label: topic, weight: lessCertain },
        ),
    )
}

/**
 * Turns of a speaker in whole sessions, as texts without risk. Leaves out each turn that names a risk, and the two turns after it. Only
 * the word lists decide what names a risk: the false alarms of a classifier must stay in its training.
 */
function ordinaryTurns(speaker: 'client' | 'therapist'): string[] {
  return readDialogues()
    .filter(({ part }) => part !== 'final')
    .flatMap(({ transcript: { utterances } }) => {
      const isNamed = utterances.map(({ text }) =>
        splitSentences(text).some((sentence) => termsIn(sentence).length > 0),
      )
      return utterances
        .filter((one, at) => one.speaker === speaker && !isNamed.slice(Math.max(0, at - 2), at + 1).includes(true))
        .map(({ text }) => text)
    })
}

const ordinary = (text: string): Example => ({ text, label: null, weight: 1 })

const examples: Readonly<Record<'statements' | 'questions', Example[]>> = {
  statements: [...inventedStatements(), ...exchanges(), ...ordinaryTurns('client').map(ordinary)],
  questions: [
    ...inventedQuestions(),
    ...ordinaryTurns('therapist').flatMap(splitSentences).filter(isQuestion).map(ordinary),
  ],
}
const options = {
  statements: { featuresOf, penalty: 0.1 },
  questions: { featuresOf: questionFeaturesOf, penalty: 0.05 },
}
for (const kind of ['statements', 'questions'] as const) {
  const models = trainModels(examples[kind], { labels: safetyTopics, minTexts: 2, ...options[kind] })
  const file = `${kind.slice(0, -1)}-weights.json`
  writeWeights(kind, `safety/classifier/${file}`, models)
  console.log(`${file}: ${examples[kind].length} texts, ${models.features.split('\n').length} features`)
}
