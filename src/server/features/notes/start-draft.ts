import { audit } from '#server/audit.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { reportProgress } from '#server/features/sessions/report-progress.ts'
import { enqueueStep } from '#server/session-pipeline/enqueue-step.ts'
import { isBackgroundDraft } from './full-draft.ts'
import { closeRequest, insertRequest, listRequests, type NoteRequest } from './requests-store.ts'
import { type NoteRow, updateNote } from './store.ts'

export type RequestedDraft = Pick<NoteRequest, 'kind' | 'noteType' | 'template' | 'instructions'>

/** True if a job for the note's draft is running or queued. */
export function isUnderway({ db, jobs }: Context, note: NoteRow): Promise<boolean> {
  return jobs.isUnderway(db, 'notes.draft', { sessionId: note.sessionId })
}

/** True for a request for a first draft, by a language model or from excerpts. False for a change of a draft. */
export const isFirstDraft = (kind: RequestedDraft['kind']) => kind === 'draft' || kind === 'excerpts'

/** @throws type_changes_used_up, enhancements_used_up */
function requireAllowance(config: Config, note: NoteRow, kind: RequestedDraft['kind']): void {
  if (kind === 'type change' && note.typeChanges >= config.NOTE_TYPE_CHANGES) fail('type_changes_used_up')
  if (kind === 'enhancement' && note.enhancements >= config.NOTE_ENHANCEMENTS) fail('enhancements_used_up')
}

/**
 * Rejects a draft that would replace a clinician's text although the drafter cannot read the session's language.
 * @throws session_not_english
 */
function requireLanguage(
  { drafter, excerpts }: Context,
  { session, sections, version }: NoteRow,
  kind: RequestedDraft['kind'],
): void {
  const { readsEnglishOnly } = kind === 'excerpts' ? excerpts : drafter
  const hasText = version > 0 && sections.some(({ content }) => content.trim() !== '')
  if (hasText && readsEnglishOnly && session.otherLanguage?.isPartly === false) fail('session_not_english')
}

/**
 * Enqueues a draft of a note that the caller has locked. An allowance is used only when the draft is saved.
 * @throws transcript_missing, session_not_english if an empty draft would replace text, note_busy while another draft
 * is in progress, type_changes_used_up, enhancements_used_up
 */
export async function startDraft(context: Context, note: NoteRow, requested: RequestedDraft): Promise<NoteRow> {
  const { db, config } = context
  requireAllowance(config, note, requested.kind)
  requireLanguage(context, note, requested.kind)
  if (!note.session.hasTranscript) fail('transcript_missing')
  const open = (await listRequests(db, note.sessionId)).find(({ state }) => state === 'open')
  if (open) {
    // A new request replaces a full draft that is in progress while the therapist can already write.
    if (!isBackgroundDraft(context, note, open.kind) && (await isUnderway(context, note))) fail('note_busy')
    await closeRequest(db, open.id, 'failed')
  }
  const canWriteMeanwhile = isBackgroundDraft(context, note, requested.kind)
  const [saved] = await Promise.all([
    updateNote(db, {
      ...note,
      state: canWriteMeanwhile ? 'ready' : 'generating',
      error: null,
      typeChosen: note.typeChosen || !isFirstDraft(requested.kind),
    }),
    insertRequest(db, note, requested),
    canWriteMeanwhile || reportProgress(context, note.sessionId, 'processing', 60),
    enqueueStep(context, 'draft', note.sessionId),
  ])
  audit(context, {
    action: 'note.draft_requested',
    resourceType: 'note',
    resourceId: note.sessionId,
    clientId: note.client.id,
    details: { kind: requested.kind, noteType: requested.noteType },
  })
  return saved
}
