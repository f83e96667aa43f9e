import { isDeepStrictEqual } from 'node:util'
import type { Section } from '#shared/contract/notes.ts'

/** True if both notes show the same text and the same excerpts. */
export const isSameText = (one: readonly Section[], other: readonly Section[]): boolean =>
  isDeepStrictEqual(one.map(readable), other.map(readable))

const readable = ({ title, content, excerpts = [] }: Section) => ({
  title,
  content: content.trim(),
  excerpts: excerpts.map(({ text }) => text),
})
