import type { DismissReason, EditedNote, Statement } from '#shared/contract/notes.ts'
import type { ReviewDecision, Reviewed, ReviewItem } from '#shared/contract/review.ts'
import { safetyQuote } from '#shared/rules/safety-quote.ts'
import { speakerName } from '#shared/rules/speaker-name.ts'
import { audit } from '#server/audit.ts'
import { changeSentence } from '#server/clinical-text/review/change-sentence.ts'
import { citedWords } from '#server/clinical-text/review/cited-words.ts'
import { noteFields, withFields, type NoteField } from '#server/clinical-text/review/note-fields.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import type { DecisionState } from '#server/features/notes/decisions.ts'
import { dismissPassage } from '#server/features/notes/dismiss-passage.ts'
import { editTranscript } from '#server/features/notes/edit-transcript.ts'
import { type OwnNote, lockOwnNote } from '#server/features/notes/own-note.ts'
import { saveSections } from '#server/features/notes/save-note.ts'
import { saveOpenItemCount } from '#server/features/notes/save-open-item-count.ts'
import { toNote } from '#server/features/notes/to-note.ts'
import { readTranscript } from '#server/features/transcripts/get-transcript.ts'
import { queueOf } from './queue-of.ts'
import { failReviewChanged } from './review-changed.ts'
import { saveDecision } from './store.ts'

type Input = { sessionId: string; itemId: string; baseVersion: number; decision: ReviewDecision }

/**
 * Decides one item of the caller's note. A decision that changes text adds a version of the note.
 * @throws session_missing, not_allowed, note_of_other; review_changed, with the new queue, if the item or the text is
 * not current; review_choice_invalid if the item does not offer the decision; section_required for keeping a required
 * section empty; input_invalid for an unknown speaker
 */
export async function decideItem(context: Context, input: Input): Promise<Reviewed> {
  const { db, actor } = context
  const note = await lockOwnNote(context, input.sessionId)
  const { items, spotChecks } = queueOf(note)
  const item = [...items, ...spotChecks].find(({ id }) => id === input.itemId)
  if (!item || note.version !== input.baseVersion) failReviewChanged(context, note)
  if (item.required && input.decision.kind === 'keep') fail('section_required', { section: item.section })
  const state = stateAfter(item, input.decision)
  const decision = await saveDecision(db, { note, userId: actor.userId }, item, state)
  const decided = { ...note, decisions: [...note.decisions.filter(({ itemId }) => itemId !== item.id), decision] }
  const saved = await applyDecision(context, decided, item, input.decision)
  audit(context, {
    action: 'review.decided',
    resourceType: 'note',
    resourceId: note.sessionId,
    clientId: note.client.id,
    details: { kind: item.kind, decision: input.decision.kind },
  })
  return { note: toNote(context, saved), queue: queueOf(saved) }
}

/** The states of decisions about sentences, by the kind of decision. */
const sentenceStates: Partial<Record<ReviewDecision['kind'], DecisionState>> = {
  keep: 'observed',
  edit: 'edited',
  replace: 'replaced',
  delete: 'deleted',
}
/** The states of decisions about sections without text. */
const sectionStates: typeof sentenceStates = { keep: 'kept', edit: 'edited' }
/** The decisions that an item offers, with their states, by the kind of item. Other kinds are about sentences. */
const statesByKind: Readonly<Partial<Record<ReviewItem['kind'], typeof sentenceStates>>> = {
  passage: { insert: 'inserted', dismiss: 'dismissed' },
  'unsure speaker': { keep: 'kept', speaker: 'edited' },
  'not discussed': sectionStates,
  empty: sectionStates,
  'spot check': { correct: 'correct', edit: 'wrong', delete: 'wrong' },
}

function stateAfter(item: ReviewItem, decision: ReviewDecision): DecisionState {
  return (statesByKind[item.kind] ?? sentenceStates)[decision.kind] ?? fail('review_choice_invalid')
}

async function applyDecision(
  context: Context,
  note: OwnNote,
  item: ReviewItem,
  decision: ReviewDecision,
): Promise<OwnNote> {
  if (decision.kind === 'insert') return await insertPassage(context, note, item, decision)
  if (decision.kind === 'speaker') return await assignSpeaker(context, note, item, decision.label)
  if (item.turn && decision.kind === 'keep')
    return await saveOpenItemCount(context, await assignSpeaker(context, note, item, item.turn.label))
  if (decision.kind === 'dismiss') return await dismissItem(context, note, item, decision.reason)
  if (decision.kind === 'replace') {
    const quoted = await findCitedWords(context, note, item)
    return await saveSections(context, note, replaceText(note, item, quoted.text), [quoted])
  }
  const text = decision.kind === 'edit' ? decision.text : decision.kind === 'delete' ? '' : null
  if (text === null) return await saveOpenItemCount(context, note)
  return await saveSections(context, note, replaceText(note, item, text))
}

async function findCitedWords(context: Context, { sessionId }: OwnNote, { statement }: ReviewItem): Promise<Statement> {
  const transcript = await readTranscript(context, sessionId)
  return (statement && transcript && citedWords(statement, transcript)) ?? fail('review_choice_invalid')
}

async function dismissItem(
  context: Context,
  { sessionId }: OwnNote,
  { passage }: ReviewItem,
  reason: DismissReason,
): Promise<OwnNote> {
  if (passage) await dismissPassage(context, { ...passage, reason, sessionId })
  return await lockOwnNote(context, sessionId)
}

/** Assigns the item's turn to a speaker, who may be its present speaker, and checks the note again. */
async function assignSpeaker(
  context: Context,
  { sessionId }: OwnNote,
  { turn }: ReviewItem,
  label: string | null,
): Promise<OwnNote> {
  const transcript = await readTranscript(context, sessionId)
  if (!turn || !transcript) fail('review_choice_invalid')
  const edit = { kind: 'speaker', utteranceId: turn.id, label } as const
  await editTranscript(context, { sessionId, revision: transcript.revision, edit })
  return await lockOwnNote(context, sessionId)
}

/** Returns the sections with a new text for the item's sentence, or for its field if the item has no sentence. */
function replaceText({ noteType, sections }: OwnNote, item: ReviewItem, text: string): EditedNote {
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

/** Appends the item's safety passage to a section as a quote. */
async function insertPassage(
  context: Context,
  note: OwnNote,
  { passage }: ReviewItem,
  place: { section: string; part: string | null },
): Promise<OwnNote> {
  const transcript = await readTranscript(context, note.sessionId)
  const isPlace = note.sections.some(
    (one) => one.title === place.section && noteFields(note.noteType, one).some(({ part }) => part === place.part),
  )
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
