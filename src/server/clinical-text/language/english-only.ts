import type { Transcript } from '#shared/contract/transcripts.ts'

/**
 * The transcript for English rules: turns in another language are blank. Nothing is found in them, and the turn after an answer
 * in another language is not mistaken for the answer.
 */
export function readInEnglish(transcript: Transcript): Transcript {
  const utterances = transcript.utterances.map((turn) => (turn.language === undefined ? turn : { ...turn, text: '' }))
  return { ...transcript, utterances }
}

/** True if the whole session is in a language other than English. */
export function isAllForeign({ utterances }: Transcript): boolean {
  return utterances.every(({ language }) => language !== undefined)
}
