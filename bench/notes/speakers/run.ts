import type { Transcript } from '#shared/contract/transcripts.ts'
import { labelSpeakers } from '#server/clinical-text/speakers/speaker-roles.ts'
import { consultationsIn, sessionsIn } from '../material.ts'

const folder = process.argv[2] ?? 'data'

const total = (values: readonly number[]) => values.reduce((so, value) => so + value, 0)

/** Share of words assigned to the right speaker. */
function share(truth: Transcript, guess: Transcript): number {
  const sizes = truth.utterances.map(({ text }) => text.length)
  const right = sizes.filter((_, at) => truth.utterances[at]?.speaker === guess.utterances[at]?.speaker)
  return total(right) / total(sizes)
}

const hidden = (transcript: Transcript, names: Readonly<Record<string, string>>): Transcript => ({
  ...transcript,
  utterances: transcript.utterances.map((one) => ({ ...one, speaker: 'unknown', label: names[one.speaker] ?? '' })),
})

const rows = [...sessionsIn(folder), ...consultationsIn(folder)].map(({ id, transcript }) => {
  const turns = labelSpeakers(hidden(transcript, {}))
  const right = transcript.utterances.filter(({ speaker }, at) => speaker === turns.utterances[at]?.speaker).length
  return {
    id,
    byLabel: share(transcript, labelSpeakers(hidden(transcript, { therapist: 'A', client: 'B' }))),
    byTurnWords: Number(share(transcript, turns).toFixed(3)),
    byTurn: Number((right / transcript.utterances.length).toFixed(3)),
  }
})
const mean = (key: 'byLabel' | 'byTurnWords' | 'byTurn') =>
  Number((rows.reduce((sum, row) => sum + row[key], 0) / rows.length).toFixed(3))
console.table(rows)
console.table([{ byLabel: mean('byLabel'), byTurnWords: mean('byTurnWords'), byTurn: mean('byTurn') }])
