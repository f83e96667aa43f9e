import type { Transcript } from '#shared/contract/transcripts.ts'
import { wordsOf } from './words.ts'

/** With fewer words no note is drafted: the recording has too little speech. */
const minimumSpokenWords = 40

/** Spoken words of a transcript. Marks in brackets, such as `[music]` or `(inaudible)`, are not speech. */
export function spokenWords({ utterances }: Transcript): number {
  return utterances.reduce((sum, { text }) => sum + spokenIn(text), 0)
}

const spokenIn = (text: string) =>
  wordsOf(
    text.replace(/\[[^\]]*\]|\((?:inaudible|unintelligible|crosstalk|music|laughs?|laughter|silence)[^)]*\)/gi, ' '),
  ).length

/**
 * True if a transcript has enough speech for a note. Stops counting at the minimum, because jobs call this on the event
 * loop.
 */
export function hasEnoughSpeech({ utterances }: Transcript): boolean {
  let words = 0
  return utterances.some(({ text }) => {
    words += spokenIn(text)
    return words >= minimumSpokenWords
  })
}
