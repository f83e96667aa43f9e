import { wordsOf } from '../language/words.ts'

/** A turn as found in a file: the text, with label and times if the file has them. */
export interface Turn {
  label: string
  start: number | null
  end: number | null
  text: string
  /** True if the label is a guess. */
  isSpeakerUnsure?: boolean
}

/** True if a text probably continues the sentence of the text before it. */
export const continuesSentence = (before: string, text: string) =>
  /^\p{Ll}/u.test(text.trim()) || (before.trim() !== '' && !/[.?!…。？！]["'”’»)\]]*$/.test(before.trim()))

/** True if a text contains a word. */
export const hasWords = (text: string) => wordsOf(text).length > 0 || /[\p{L}\p{N}]/u.test(text)
