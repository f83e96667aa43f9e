import type { Transcript } from '#shared/contract/transcripts.ts'
import { labelSpeakers } from '#server/clinical-text/speakers/speaker-roles.ts'
import { consultationsIn, sessionsIn } from '../material.ts'

const folder = process.argv[2] ?? 'data'

const total = (values: readonly number[]) => values.reduce((so, value) => so + value, 0)

/** Share of words assigned to the right speaker. */
function share(truth: Transcript, guess: Transcript): number {
  const sizes = truth.utterances.map(({ text }) => text.length)
  const matching = sizes.filter((_, at) => truth.utterances[at]?.speaker === guess.utterances[at]?.speaker)
  return total(matching) / total(sizes)
}

const withoutNames = (transcript: Transcript, names: Readonly<Record<string, string>>): Transcript => ({
  ...transcript,
  utterances: transcript.utterances.map((one) => ({ ...one, speaker: 'unknown', label: names[one.speaker] ?? '' })),
})

const rows = [...sessionsIn(folder), ...consultationsIn(folder)].map(({ id, transcript }) => {
  const turns = labelSpeakers(withoutNames(transcript, {}))
  const matching = transcript.utterances.filter(({ speaker }, at) => speaker === turns.utterances[at]?.speaker).length
  return {
    id,
    byLabel: share(transcript, labelSpeakers(withoutNames(transcript, { therapist: 'A', client: 'B' }))),
    byTurnWords: Number(share(transcript, turns).toFixed(3)),
    byTurn: Number((matching / transcript.utterances.length).toFixed(3)),
  }
})
const mean = (key: 'byLabel' | 'byTurnWords' | 'byTurn') =>
  Number((rows.reduce((sum, row) => sum + row[key], 0) / rows.length).toFixed(3))
console.table(rows)
console.table([{ byLabel: mean('byLabel'), byTurnWords: mean('byTurnWords'), byTurn: mean('byTurn') }])
