import type { Transcript } from '#shared/contract/transcripts.ts'
import { wordsOf } from './words.ts'

/** Below this no note is drafted: the recording holds too little speech. */
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

/** Whether a transcript holds enough speech for a note. */
export function hasEnoughSpeech(transcript: Transcript): boolean {
  return spokenWords(transcript) >= minimumSpokenWords
}
