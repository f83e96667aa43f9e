import type { TranscriptEdit } from '#shared/contract/transcript-edits.ts'
import type { SessionTranscript } from '#shared/contract/transcripts.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { threads } from '#server/threads/pool.ts'
import { applyEdit } from './edits/apply-edit.ts'
import type { Change } from './edits/change.ts'
import { undoChange } from './edits/undo-change.ts'
import { type EditKind, findLastEdit, insertEdit } from './edits-store.ts'
import { clearOwnLabel, lockTranscript, updateUtterances } from './store.ts'

/** A transcript before and after an edit. Both are identical if nothing changed. */
export interface EditResult {
  before: SessionTranscript
  after: SessionTranscript
}

/**
 * Changes the speakers or turns of a transcript and stores the replaced state.
 * @throws session_missing, not_allowed, transcript_missing; transcript_changed if `revision` is not the current one;
 * the errors of the edit
 */
export async function editTranscript(
  context: Context,
  input: { sessionId: string; revision: number; edit: TranscriptEdit },
): Promise<EditResult> {
  const { session, transcript } = await lockCurrent(context, input)
  const change = applyEdit(transcript, input.edit)
  return await save(context, session, transcript, { kind: input.edit.kind, change })
}

/**
 * Undoes the last change of a transcript that was not undone before.
 * @throws session_missing, not_allowed, transcript_missing; transcript_changed if `revision` is not the current one or
 * `undoes` is not the last change
 */
export async function undoTranscriptEdit(
  context: Context,
  input: { sessionId: string; revision: number; undoes: number },
): Promise<EditResult> {
  const { session, transcript } = await lockCurrent(context, input)
  const last = await findLastEdit(context.db, session.id)
  if (last?.revision !== input.undoes) fail('transcript_changed')
  const change = undoChange(transcript.utterances, last.replaced) ?? fail('transcript_changed')
  return await save(context, session, transcript, { kind: 'undo', undoes: last.revision, change })
}

type Session = Awaited<ReturnType<typeof getOwnSession>>

async function lockCurrent(context: Context, input: { sessionId: string; revision: number }) {
  const session = await getOwnSession(context, input.sessionId)
  const transcript = (await lockTranscript(context.db, session.id)) ?? fail('transcript_missing')
  if (transcript.revision !== input.revision) fail('transcript_changed')
  return { session, transcript }
}

async function save(
  context: Context,
  { id: sessionId, clientId }: Session,
  before: SessionTranscript,
  { kind, undoes, change }: { kind: EditKind; undoes?: number; change: Change },
): Promise<EditResult> {
  const { speakers, turns } = change.replaced
  if (!turns && speakers.length === 0) return { before, after: before }
  const changed = { ...before, utterances: change.utterances }
  const { utterances } = turns ? await threads.run('detectLanguages', changed) : changed
  const revision = await updateUtterances(context.db, sessionId, utterances)
  // After a change of speakers, the label of the therapist's recognized voice may belong to another voice. The change
  // of a single turn (`speaker`) leaves the label valid.
  const after = { ...before, utterances, revision }
  if (before.ownLabel !== undefined && speakers.length > 0 && kind !== 'speaker') {
    await clearOwnLabel(context.db, sessionId)
    delete after.ownLabel
  }
  await insertEdit(context.db, {
    sessionId,
    revision,
    userId: context.actor.userId,
    kind,
    ...(undoes !== undefined && { undoes }),
    replaced: change.replaced,
  })
  audit(context, {
    action: actions[kind],
    resourceType: 'transcript',
    resourceId: sessionId,
    clientId,
    details: { revision, ...(undoes !== undefined && { undoes }) },
  })
  return { before, after }
}

const actions: Record<EditKind, string> = {
  rename: 'transcript.speaker_renamed',
  role: 'transcript.relabelled',
  swap: 'transcript.speakers_swapped',
  'merge speakers': 'transcript.speakers_merged',
  separate: 'transcript.voices_separated',
  speaker: 'transcript.turn_reassigned',
  split: 'transcript.turn_split',
  'merge turns': 'transcript.turns_merged',
  correct: 'transcript.corrected',
  undo: 'transcript.change_undone',
}
