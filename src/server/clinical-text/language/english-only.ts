import type { Transcript } from '#shared/contract/transcripts.ts'

/**
 * The transcript as rules for English read it: turns in another language are blank, so that nothing is found in them, and
 * what follows an answer in another language is not taken for the answer.
 */
export function readInEnglish(transcript: Transcript): Transcript {
  const utterances = transcript.utterances.map((turn) => (turn.language === undefined ? turn : { ...turn, text: '' }))
  return { ...transcript, utterances }
}

/** Whether a session is in another language than English throughout. */
export function isAllForeign({ utterances }: Transcript): boolean {
  return utterances.every(({ language }) => language !== undefined)
}
