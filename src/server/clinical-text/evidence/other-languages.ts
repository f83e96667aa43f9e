import type { Coverage, Section, Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { isAllForeign } from '../language/english-only.ts'
import { wordsOf } from '../language/words.ts'
import { coverageOf } from './coverage.ts'
import { notDiscussed } from './edits.ts'
import { findQuote } from './quotes.ts'

interface Drafted {
  sections: Section[]
  coverage: Coverage
}

/**
 * Removes findings that rest on a language other than English from a draft. Turns in other languages are not covered.
 * Of statements that cite them, only quotes and figures are checked. No section says that something was not discussed.
 */
export function exceptOtherLanguages<D extends Drafted>(draft: D, transcript: Transcript): D {
  const foreign = new Set(transcript.utterances.filter(({ language }) => language !== undefined).map(({ id }) => id))
  if (foreign.size === 0) return draft
  const isAll = isAllForeign(transcript)
  const sections = draft.sections.map((section) => ({
    ...section,
    content: section.content === notDiscussed ? '' : section.content,
    statements: section.statements.map((statement) =>
      statement.check !== 'clinician' &&
      (isAll || statement.evidence.some(({ utteranceId }) => foreign.has(utteranceId)))
        ? checkedWordForWord(statement)
        : statement,
    ),
  }))
  const unread = new Set([...draft.coverage.unread, ...foreign])
  const read = transcript.utterances.map(({ id }) => id).filter((id) => !unread.has(id))
  return { ...draft, sections, coverage: coverageOf(transcript, read) }
}

/** Opening quotation marks, each with its closing mark. */
const quotationPattern = /“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」|"([^"]+)"/g

/**
 * Checks that work in any language: quotes were said word for word, and figures in digits are in the quotes. The
 * evidence must contain only located quotes, as `checkedStatement` returns it.
 */
function checkedWordForWord({ text, evidence }: Statement): Statement {
  const quotes = evidence.map(({ quote }) => quote)
  if (quotes.length === 0)
    return { text, evidence, check: 'unsupported', reason: 'No quote of it is in the transcript.' }
  const isSaid = (words: string) => quotes.some((quote) => findQuote(words, quote) !== null)
  if (isSaid(text)) return { text, evidence, check: 'supported' }
  const spoken = Array.from(text.matchAll(quotationPattern), ([, ...pieces]) => pieces.find((piece) => piece) ?? '')
  const missing = spoken
    .flatMap((speech) => speech.split(/…|\.\.\./))
    .find((piece) => hasWords(piece) && !isSaid(piece))
  if (missing !== undefined)
    return { text, evidence, check: 'unsupported', reason: `“${missing.trim()}” was not said in the session.` }
  const said = new Set(quotes.flatMap(figuresIn))
  const figure = figuresIn(text).find((one) => !said.has(one))
  if (figure !== undefined)
    return { text, evidence, check: 'number', reason: `The number ${figure} is not in the quoted words.` }
  return { text, evidence, check: 'unchecked' }
}

const hasWords = (text: string) => wordsOf(text).length > 0

/** Figures as written: `48`, `2,5`, `10:30`. Converts full-width and Arabic digits to Latin ones. */
function figuresIn(text: string): string[] {
  const latin = text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
  return latin.match(/\d+(?:[.,:/]\d+)*/g) ?? []
}
