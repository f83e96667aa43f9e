import { createHash } from 'node:crypto'
import type { NoteType, SafetyPassage, Section, Statement } from '#shared/contract/notes.ts'
import type { Utterance } from '#shared/contract/transcripts.ts'
import { ReviewKind, type ReviewItem } from '#shared/contract/review.ts'
import { notDiscussed } from '#server/clinical-text/evidence/edits.ts'
import { locateQuote } from '#server/clinical-text/evidence/quotes.ts'
import { noteFields } from '#server/clinical-text/review/note-fields.ts'

/** A decision about an item, with the state `open` after an undo. */
export interface Decision {
  itemId: string
  kind: ReviewKind
  state: string
}

/** The content of a note that determines its review queue. */
export interface Reviewable {
  sessionId: string
  version: number
  noteType: NoteType
  sections: readonly Section[]
  safety: SafetyPassage[]
  decisions: readonly Decision[]
  /** Turns of the transcript whose speaker is unsure or unknown. */
  unsureTurns: Utterance[]
  /** Null or undefined if the note has the sections of its note type. */
  template?: { sections: readonly { title: string; required: boolean }[] } | null
}

/** The order of the queue, from safety to spot checks (docs/notes.md). */
const ranks: Readonly<Record<ReviewKind, number>> = {
  confirm: 0,
  passage: 1,
  denial: 2,
  contradicted: 2,
  number: 3,
  direction: 3,
  unsupported: 4,
  clause: 4,
  'carried over': 4,
  other: 4,
  thing: 4,
  certainty: 4,
  when: 4,
  who: 5,
  'unsure speaker': 5,
  'not discussed': 6,
  empty: 6,
  'spot check': 7,
}

/** Decisions with these states close an item for as long as its text does not change. */
const closingStates: ReadonlySet<string> = new Set(['kept', 'observed'])
const isAnswered = ({ kind, state }: Decision) => kind === 'spot check' && (state === 'correct' || state === 'wrong')

/** Number of sentences for spot checks in each note. */
const spotChecksPerNote = 2

/** Derives an item's id from kind, section and text only, so that decisions survive redrafts with the same text. */
export function itemId(kind: ReviewKind, section: string, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, section, text]))
    .digest('hex')
}

/** Lists the items of a note that block its signature, most serious first. */
export function openItems(note: Reviewable): ReviewItem[] {
  if (note.version === 0) return []
  const closedIds = new Set(
    note.decisions.filter(({ state }) => closingStates.has(state)).map((decision) => decision.itemId),
  )
  const candidates = [
    ...sentenceItems(note.sections),
    ...passageItems(note.safety),
    ...speakerItems(note),
    ...emptyItems(note),
  ]
  const byId = new Map(
    candidates.filter(({ id, required }) => required || !closedIds.has(id)).map((item) => [item.id, item]),
  )
  return [...byId.values()].toSorted((one, other) => ranks[one.kind] - ranks[other.kind])
}

/**
 * Chooses supported sentences for spot checks by a hash of session and sentence, so the choice looks random but does
 * not change.
 */
export function spotChecks(note: Reviewable): ReviewItem[] {
  if (note.version === 0) return []
  const answered = new Set(note.decisions.filter(isAnswered).map((decision) => decision.itemId))
  const supported = note.sections.flatMap(({ title, statements }) =>
    statements.filter(({ check }) => check === 'supported').map((one) => sentenceItem('spot check', title, one)),
  )
  const hashOf = ({ id }: ReviewItem) => itemId('spot check', note.sessionId, id)
  const byId = new Map(supported.filter(({ id }) => !answered.has(id)).map((item) => [item.id, item]))
  return [...byId.values()]
    .toSorted((one, other) => (hashOf(one) < hashOf(other) ? -1 : 1))
    .slice(0, Math.max(0, spotChecksPerNote - answered.size))
}

export const countSpotChecksDone = ({ decisions }: Reviewable) => decisions.filter(isAnswered).length

export const countResolved = ({ decisions }: Reviewable) =>
  decisions.filter(({ kind, state }) => kind !== 'spot check' && state !== 'open').length

/** Marks the sentences that the clinician kept although the evidence check has a finding about them. */
export function markKeptStatements(sections: readonly Section[], decisions: readonly Decision[]): Section[] {
  const closedIds = new Set(
    decisions.filter(({ state }) => closingStates.has(state)).map((decision) => decision.itemId),
  )
  const hasDecision = (title: string, { check, text }: Statement) => {
    const kind = findingOf(check)
    return kind !== null && closedIds.has(itemId(kind, title, text))
  }
  return sections.map((section) => ({
    ...section,
    statements: section.statements.map((one) => (hasDecision(section.title, one) ? { ...one, kept: true } : one)),
  }))
}

const Finding = ReviewKind.exclude(['unsure speaker', 'passage', 'not discussed', 'empty', 'spot check'])
const findingOf = (check: Statement['check']) => Finding.safeParse(check).data ?? null

function sentenceItems(sections: readonly Section[]): ReviewItem[] {
  return sections.flatMap(({ title, statements }) =>
    statements.flatMap((statement) => {
      const kind = findingOf(statement.check)
      return kind === null ? [] : [sentenceItem(kind, title, statement)]
    }),
  )
}

function sentenceItem(kind: ReviewKind, section: string, statement: Statement): ReviewItem {
  const { text } = statement
  return { id: itemId(kind, section, text), kind, section, part: null, text, statement, passage: null }
}

/** Lists one item for each unsure turn that drafted sentences cite. The item shows the first of these sentences. */
function speakerItems({ sections, unsureTurns }: Reviewable): ReviewItem[] {
  if (unsureTurns.length === 0) return []
  const items = new Map<string, ReviewItem>()
  for (const { title, statements } of sections)
    for (const statement of statements) {
      if (statement.check === 'clinician' || statement.check === 'unchecked') continue
      for (const evidence of statement.evidence) {
        const found = locateQuote(evidence, { utterances: unsureTurns })
        if (!found || items.has(found.utterance.id)) continue
        const words = found.utterance.text.slice(found.start, found.end)
        items.set(found.utterance.id, speakerItem(found.utterance, words, { section: title, statement }))
      }
    }
  return [...items.values()]
}

function speakerItem(
  { id, label, speaker, isCrosstalk }: Utterance,
  text: string,
  { section, statement }: Pick<ReviewItem, 'section' | 'statement'>,
): ReviewItem {
  const kind = 'unsure speaker'
  const turn = { id, label, speaker, ...(isCrosstalk && { isCrosstalk }) }
  return { id: itemId(kind, '', id), kind, section, part: null, text, statement, passage: null, turn }
}

function passageItems(passages: readonly SafetyPassage[]): ReviewItem[] {
  const open = (finding: SafetyPassage['finding']) =>
    passages.filter((one) => one.finding === finding && !one.inNote && !one.dismissed)
  return [...open('stated'), ...open('unclear')].map((passage) => {
    const { topic, utteranceId, quote } = passage
    const id = itemId('passage', '', JSON.stringify([topic, utteranceId, quote]))
    return { id, kind: 'passage', section: '', part: null, text: quote, statement: null, passage }
  })
}

function emptyItems({ noteType, sections, template }: Reviewable): ReviewItem[] {
  const required = new Set(template?.sections.filter((one) => one.required).map(({ title }) => title))
  return sections.flatMap((section) =>
    noteFields(noteType, section).flatMap(({ part, content }) => {
      const kind = content.trim() === '' ? 'empty' : content.trim() === notDiscussed ? 'not discussed' : null
      if (kind === null) return []
      const id = itemId(kind, section.title, part ?? '')
      const item = {
        id,
        kind,
        section: section.title,
        part,
        text: content.trim(),
        statement: null,
        passage: null,
      } as const
      return [required.has(section.title) ? { ...item, required: true } : item]
    }),
  )
}
