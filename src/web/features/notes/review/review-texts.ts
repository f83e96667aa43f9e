import type { Note } from '#shared/contract/notes.ts'
import type { ReviewItem, ReviewQueue } from '#shared/contract/review.ts'
import { speakerName } from '#shared/rules/speaker-name.ts'
import { firstPlaceholder } from '#shared/rules/snippets.ts'
import { topicNames } from '#shared/rules/safety-status.ts'
import { adviceFor, checkLabel } from '../evidence/checks.ts'
import { citedPassages } from '../evidence/risk-exchange.ts'

/** Estimated number of seconds that a clinician needs for an item. */
const secondsPerItem = 20

const itemsText = (count: number) => (count === 1 ? '1 item' : `${count} items`)

/** The label of the button that opens the review. */
export const reviewLabel = (count: number) => `Review ${itemsText(count)}`

/** The reason why a note with open items cannot be signed. */
export const resolveText = (count: number) => `Resolve ${itemsText(count)} before signing`

/**
 * Summarizes the review queue, e.g. `3 to look at · 31 fine · about 1 min`. Sentences in other languages are not
 * checked, so they do not count as fine.
 */
export function queueSummary(
  { items, fine }: Pick<ReviewQueue, 'items' | 'fine'>,
  { sections }: Pick<Note, 'sections'>,
): string {
  const statements = sections.flatMap((section) => section.statements)
  const unchecked = statements.filter(({ check }) => check === 'unchecked').length
  const minutes = Math.max(1, Math.round((items.length * secondsPerItem) / 60))
  return [
    ...(items.length > 0 ? [`${items.length} to look at`] : []),
    ...(fine > 0 || unchecked === 0 ? [`${fine} fine`] : []),
    ...(unchecked > 0 ? [`${unchecked} not checked`] : []),
    ...(items.length > 0 ? [`about ${minutes} min`] : []),
  ].join(' · ')
}

/** The text at the end of a review that had no open items. */
export function nothingOpen({ sections }: Pick<Note, 'sections'>): string {
  const statements = sections.flatMap((section) => section.statements)
  const isSupported = statements.length > 0 && statements.every(({ check }) => check === 'supported')
  if (!isSupported) return 'Nothing to look at.'
  const sentences = statements.length === 1 ? 'The sentence has' : `All ${statements.length} sentences have`
  return `Nothing to look at. ${sentences} words in the transcript.`
}

/** The text after the last item was decided. */
export const allResolved = (count: number) =>
  count === 1 ? 'The item is resolved. Ready to sign.' : `All ${count} items resolved. Ready to sign.`

/** The text after another window or a job changed the note. */
export function changedElsewhere(added: number): string {
  const changed = 'This note changed while you were reviewing.'
  if (added === 0) return changed
  return `${changed} ${added === 1 ? '1 item is new.' : `${added} items are new.`}`
}

/** The finding of an item, in two or three words. */
export function badgeOf({ kind }: ReviewItem): string {
  if (kind === 'unsure speaker') return 'Who said this?'
  if (kind === 'passage') return 'Not in the note'
  if (kind === 'empty') return 'To write'
  if (kind === 'not discussed') return 'Not discussed'
  if (kind === 'spot check') return 'Spot check'
  return checkLabel(kind).title
}

/** The question that a spot check asks. */
export const spotCheckText = (number: number, count: number) =>
  `Spot check ${number} of ${count}: is this sentence right?`

/** The section and topic of an item, e.g. `Data · Suicide`. */
export function placeOf({ section, part, passage, statement }: ReviewItem, note: Pick<Note, 'safety'>): string {
  const [cited] = statement?.check === 'confirm' ? citedPassages(statement.evidence, note.safety) : []
  const topic = (passage ?? cited)?.topic
  return [section, part, topic && topicNames[topic]].filter((name) => name).join(' · ')
}

/** The words of an item; for a section without text, the title of the section. */
export function wordsOf({ kind, section, part, text }: ReviewItem): string {
  if (kind === 'empty') return `${part ?? section} has no text.`
  return kind === 'unsure speaker' ? `“${text}”` : text
}

/** The reason why the clinician should look at an item. */
export function reasonOf({ kind, statement, required, turn }: ReviewItem): string | null {
  if (turn) return speakerReason(turn)
  if (kind === 'passage') return 'Said in the session, and the note does not mention it.'
  if (required) return 'The template of this note requires it. Write it before signing.'
  if (kind === 'empty') return 'Write it, or leave it empty on purpose.'
  if (kind === 'not discussed') return 'The draft found nothing for this section.'
  if (kind === 'spot check') return 'The check found words for this sentence in the transcript. Compare them.'
  return statement && adviceFor(statement)
}

function speakerReason(turn: NonNullable<ReviewItem['turn']>): string {
  if (turn.speaker === 'unknown') return 'The speaker of these words is not known.'
  const why = turn.isCrosstalk ? 'Two people speak at the same time.' : 'It is not clear who says this.'
  return `${why} The transcript says ${speakerName(turn)}.`
}

/** The text with which the field of an item opens: its sentence, or nothing for a section to write. */
export const startOfText = ({ statement, text }: ReviewItem) => (statement ? text : '')

/** Returns whether a text in the field of an item can be saved. */
export function isChangedText(item: ReviewItem, text: string): boolean {
  return text.trim() !== '' && text.trim() !== startOfText(item)
}

/** The label of the choice that leaves an item unchanged. */
export function keepLabelOf({ kind, statement, turn }: ReviewItem): string {
  if (turn) return turn.speaker === 'unknown' ? 'Leave unknown' : `Keep ${speakerName(turn)}`
  if (kind === 'spot check') return 'Correct'
  if (kind === 'carried over') return 'Still true'
  if (kind === 'empty') return 'Leave empty'
  return statement === null ? 'Leave as it is' : 'Keep as observed'
}

/**
 * The text that screen readers read after a decision, e.g. `2 left. Not in the note: Last year I counted out the pills
 * once.`
 */
export function announcement(left: number, next: ReviewItem | null): string {
  if (next === null) return 'Nothing is left.'
  const spoken = `${badgeOf(next)}: ${wordsOf(next)}`
  return next.kind === 'spot check' ? spoken : `${left} left. ${spoken}`
}

/** The sentence of an item with its section; null for an item without a sentence. */
export function sentenceOf(item: ReviewItem | null): { section: string; text: string } | null {
  return item?.statement ? { section: item.section, text: item.statement.text } : null
}

/** The reason why a note cannot be signed now; null if it can be signed. */
export function signingObstacle(
  { toReview, sections }: Pick<Note, 'toReview' | 'sections'>,
  isDirty: boolean,
): string | null {
  if (isDirty) return 'Save or discard your changes before signing'
  if (toReview > 0) return resolveText(toReview)
  const [place] = sections.flatMap(({ content }) => firstPlaceholder(content) ?? [])
  return place === undefined ? null : `Fill in ${place} before signing`
}
