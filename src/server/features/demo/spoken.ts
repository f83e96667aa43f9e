import type { Transcript } from '#shared/contract/transcripts.ts'
import { wordsOf } from '#server/clinical-text/language/words.ts'
import type { Turn } from './script.ts'

/** Words per second of unhurried speech, and seconds of pause before a turn. Clients pause longer than therapists. */
const wordsPerSecond = { therapist: 2.5, client: 2.2 } as const
const pauseBefore = { therapist: 0.7, client: 1.3 } as const

/** Builds a transcript from written turns. Times are derived from word counts, because these sessions have no audio. */
export function spokenTranscript(turns: readonly Turn[]): Transcript {
  let at = 2
  const utterances = turns.map(({ speaker, text }, index) => {
    const start = at + pauseBefore[speaker]
    const end = start + 0.4 + wordsOf(text).length / wordsPerSecond[speaker]
    at = end
    return { id: utteranceId(index), speaker, label: labels[speaker], start: seconds(start), end: seconds(end), text }
  })
  return { utterances, language: 'en', engine: 'import (written for the demo practice)', hasTimes: true }
}

export const labels = { therapist: 'Therapist', client: 'Client' } as const

export const utteranceId = (index: number) => `u${index + 1}`

const seconds = (exact: number) => Math.round(exact * 100) / 100
