import type { Transcript } from '#shared/contract/transcripts.ts'
import { wordsOf } from './words.ts'

/** With fewer words no note is drafted: the recording has too little speech. */
const minimumSpokenWords = 40

/** Spoken words of a transcript. Marks in brackets, such as `[music]` or `(inaudible)`, are not speech. */
export function spokenWords(transcript: Transcript): number {
  return transcript.utterances
    .map(
      ({ text }) =>
        wordsOf(
          text.replace(
            /\[[^\]]*\]|\((?:inaudible|unintelligible|crosstalk|music|laughs?|laughter|silence)[^)]*\)/gi,
            ' ',
          ),
        ).length,
    )
    .reduce((sum, count) => sum + count, 0)
}

/** True if a transcript has enough speech for a note. */
export function hasEnoughSpeech(transcript: Transcript): boolean {
  return spokenWords(transcript) >= minimumSpokenWords
}
