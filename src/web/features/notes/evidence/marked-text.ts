import type { Section, Statement } from '#shared/contract/notes.ts'
import { sentencePlace } from '#shared/rules/sentence-place.ts'

/** A span of a section's text. If it is a sentence, `statement` contains its evidence. */
export type TextSpan = { text: string; statement: Statement | null }

/**
 * Splits a section's text into lines, and the lines into sentences. The lines joined are the content. Statements that
 * the text no longer contains are omitted.
 */
export function markedLines({ content, statements }: Pick<Section, 'content' | 'statements'>): TextSpan[][] {
  const pieces: TextSpan[] = []
  let rest = content
  for (const statement of statements) {
    const found = sentencePlace(statement.text, rest)
    if (!found) continue
    if (found.start > 0) pieces.push({ text: rest.slice(0, found.start), statement: null })
    pieces.push({ text: rest.slice(found.start, found.end), statement })
    rest = rest.slice(found.end)
  }
  if (rest !== '') pieces.push({ text: rest, statement: null })
  return intoLines(pieces)
}

function intoLines(pieces: readonly TextSpan[]): TextSpan[][] {
  const lines: TextSpan[][] = [[]]
  for (const piece of pieces) {
    if (piece.statement) {
      lines.at(-1)?.push(piece)
      continue
    }
    const [first = '', ...others] = piece.text.split('\n')
    if (first !== '') lines.at(-1)?.push({ text: first, statement: null })
    for (const text of others) lines.push(text === '' ? [] : [{ text, statement: null }])
  }
  return lines
}
