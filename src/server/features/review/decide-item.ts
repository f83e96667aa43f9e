import type { DismissReason, EditedNote, Statement } from '#shared/contract/notes.ts'
import type { ReviewDecision, Reviewed, ReviewItem } from '#shared/contract/review.ts'
import { safetyQuote } from '#shared/rules/safety-quote.ts'
import { speakerName } from '#shared/rules/speaker-name.ts'
import { audit } from '#server/audit.ts'
import { changeSentence } from '#server/clinical-text/review/change-sentence.ts'
import { citedWords } from '#server/clinical-text/review/cited-words.ts'
import { withFields, type NoteField } from '#server/clinical-text/review/note-fields.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import type { DecisionState } from '#server/features/notes/decisions.ts'
import { dismissPassage } from '#server/features/notes/dismiss-passage.ts'
import { editTranscript } from '#server/features/notes/edit-transcript.ts'
import { type OwnNote, ownNote } from '#server/features/notes/own-note.ts'
import { saveSections } from '#server/features/notes/save-note.ts'
import { saveDecided } from '#server/features/notes/save-decided.ts'
import { toNote } from '#server/features/notes/to-note.ts'
import { readTranscript } from '#server/features/transcripts/get-transcript.ts'
import { queueOf } from './queue-of.ts'
import { failChanged } from './review-changed.ts'
import { saveDecision } from './store.ts'

type Input = { sessionId: string; itemId: string; baseVersion: number; decision: ReviewDecision }

/**
 * Decides one item of the caller's note. A decision that changes text adds a version of the note.
 * @throws session_missing, not_allowed, note_of_other; review_changed, with the new queue, if the item or the text is
 * not current; review_choice_invalid if the item does not offer the decision; section_required for an empty section;
 * input_invalid for an unknown speaker
 */
export async function decideItem(context: Context, input: Input): Promise<Reviewed> {
  const { db, actor } = context
  const note = await ownNote(context, input.sessionId)
  const { items, spotChecks } = queueOf(note)
  const item = [...items, ...spotChecks].find(({ id }) => id === input.itemId)
  if (!item || note.version !== input.baseVersion) failChanged(context, note)
  if (item.required && input.decision.kind === 'keep') fail('section_required', { section: item.section })
  const state = stateAfter(item, input.decision)
  const decision = await saveDecision(db, { note, userId: actor.userId }, item, state)
  const decided = { ...note, decisions: [...note.decisions.filter(({ itemId }) => itemId !== item.id), decision] }
  const saved = await apply(context, decided, item, input.decision)
  audit(context, {
    action: 'review.decided',
    resourceType: 'note',
    resourceId: note.sessionId,
    clientId: note.client.id,
    details: { kind: item.kind, decision: input.decision.kind },
  })
  return { note: toNote(context, saved), queue: queueOf(saved) }
}

const sentence: Partial<Record<ReviewDecision['kind'], DecisionState>> = {
  keep: 'observed',
  edit: 'edited',
  replace: 'replaced',
  delete: 'deleted',
}
const section: typeof sentence = { keep: 'kept', edit: 'edited' }
const offered: Readonly<Partial<Record<ReviewItem['kind'], typeof sentence>>> = {
  passage: { insert: 'inserted', dismiss: 'dismissed' },
  'unsure speaker': { keep: 'kept', speaker: 'edited' },
  'not discussed': section,
  empty: section,
  'spot check': { correct: 'correct', edit: 'wrong', delete: 'wrong' },
}

function stateAfter(item: ReviewItem, decision: ReviewDecision): DecisionState {
  return (offered[item.kind] ?? sentence)[decision.kind] ?? fail('review_choice_invalid')
}

async function apply(context: Context, note: OwnNote, item: ReviewItem, decision: ReviewDecision): Promise<OwnNote> {
  if (decision.kind === 'insert') return await insert(context, note, item, decision)
  if (decision.kind === 'speaker') return await reassign(context, note, item, decision.label)
  if (item.turn && decision.kind === 'keep')
    return await saveDecided(context, await reassign(context, note, item, item.turn.label))
  if (decision.kind === 'dismiss') return await dismiss(context, note, item, decision.reason)
  if (decision.kind === 'replace') {
    const quoted = await citedIn(context, note, item)
    return await saveSections(context, note, edited(note, item, quoted.text), [quoted])
  }
  const text = decision.kind === 'edit' ? decision.text : decision.kind === 'delete' ? '' : null
  if (text === null) return await saveDecided(context, note)
  return await saveSections(context, note, edited(note, item, text))
}

async function citedIn(context: Context, { sessionId }: OwnNote, { statement }: ReviewItem): Promise<Statement> {
  const transcript = await readTranscript(context, sessionId)
  return (statement && transcript && citedWords(statement, transcript)) ?? fail('review_choice_invalid')
}

async function dismiss(
  context: Context,
  { sessionId }: OwnNote,
  { passage }: ReviewItem,
  reason: DismissReason,
): Promise<OwnNote> {
  if (passage) await dismissPassage(context, { ...passage, reason, sessionId })
  return await ownNote(context, sessionId)
}

/** Assigns the item's turn to another speaker or confirms its speaker, and checks the note again. */
async function reassign(
  context: Context,
  { sessionId }: OwnNote,
  { turn }: ReviewItem,
  label: string | null,
): Promise<OwnNote> {
  const transcript = await readTranscript(context, sessionId)
  if (!turn || !transcript) fail('review_choice_invalid')
  const edit = { kind: 'speaker', utteranceId: turn.id, label } as const
  await editTranscript(context, { sessionId, revision: transcript.revision, edit })
  return await ownNote(context, sessionId)
}

/** Returns the sections with the item's text replaced: its sentence, or the whole field if the item has no sentence. */
function edited({ noteType, sections }: OwnNote, item: ReviewItem, text: string): EditedNote {
  let isDone = false
  const change = ({ part, content }: NoteField) => {
    if (isDone || (!item.statement && part !== item.part)) return content
    const next = item.statement ? changeSentence(content, item.text, text) : text
    isDone = next !== content
    return next
  }
  return {
    noteType,
    sections: sections.map((one) =>
      withFields(noteType, one, one.title === item.section ? change : ({ content }) => content),
    ),
  }
}

async function insert(
  context: Context,
  note: OwnNote,
  { passage }: ReviewItem,
  place: { section: string; part: string | null },
): Promise<OwnNote> {
  const transcript = await readTranscript(context, note.sessionId)
  const isPlace = note.sections.some(({ title }) => title === place.section)
  if (!passage || !transcript || !isPlace) fail('review_choice_invalid')
  const turns = transcript.utterances
    .filter(({ id }) => passage.exchange.includes(id))
    .map((turn) => ({ ...turn, speaker: speakerName(turn), isTherapist: turn.speaker === 'therapist' }))
  const quoted: Statement = { ...safetyQuote(passage, turns), check: 'clinician' }
  const { noteType, sections } = note
  const append = ({ part, content }: NoteField) =>
    part === place.part ? [content.trimEnd(), quoted.text].filter((line) => line !== '').join('\n') : content
  return await saveSections(
    context,
    note,
    {
      noteType,
      sections: sections.map((one) =>
        withFields(noteType, one, one.title === place.section ? append : ({ content }) => content),
      ),
    },
    [quoted],
  )
}
