import { randomUUID } from 'node:crypto'
import { sentence } from '#shared/contract/errors.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { sectionTitles } from '#shared/rules/note-types.ts'
import { keepWritten } from '#server/clinical-text/evidence/keep-written.ts'
import { exceptOtherLanguages } from '#server/clinical-text/evidence/other-languages.ts'
import { hasEnoughSpeech } from '#server/clinical-text/language/spoken-words.ts'
import type { Context, Services } from '#server/context.ts'
import { Failure, fail } from '#server/fail.ts'
import { reportComplete } from '#server/features/sessions/report-progress.ts'
import { sayIfWaiting } from '#server/features/sessions/say-if-waiting.ts'
import { readTranscript } from '#server/features/transcripts/get-transcript.ts'
import { keepNames, nameSpeakers } from '#server/features/transcripts/name-speakers.ts'
import { asUser } from '#server/use-case/as-user.ts'
import type { JobRun } from '#server/jobs/queue.ts'
import { type Draft, DrafterError, type DraftRequest } from '#server/providers/drafter/port.ts'
import { threads } from '#server/threads/pool.ts'
import { addVersion } from './add-version.ts'
import { afterCorrections } from './after-corrections.ts'
import { readSafety } from './current-safety.ts'
import { failDraft, type Told } from './fail-draft.ts'
import { type ReadDraft, readAgain } from './read-again.ts'
import { closeRequest, insertRequest, listRequests, type NoteRequest } from './requests-store.ts'
import { isFirstDraft } from './start-draft.ts'
import { lockNote, type NoteRow, updateNote } from './store.ts'
import type { Reason } from './versions-store.ts'

interface Task {
  sessionId: string
  userId: string
}

interface Assignment {
  request: NoteRequest
  note: NoteRow
  transcript: Transcript
}

const reasons: Readonly<Record<NoteRequest['kind'], Reason>> = {
  draft: 'drafted',
  excerpts: 'drafted',
  'type choice': 'type changed',
  'type change': 'type changed',
  enhancement: 'enhanced',
}

/**
 * Writes the note that the session's open request asks for. It may be stopped and run again at any point: the request is
 * closed in the transaction that saves the draft, and a closed one is not drafted for.
 */
export async function draftNote(services: Services, task: Task, run: JobRun): Promise<void> {
  const assignment = await asUser(services, task.userId, (context) => begin(context, task))
  if (!assignment) return
  try {
    await work(services, task, assignment, run.signal)
  } catch (error) {
    // Threads that are busy now are free later.
    const isFailure = error instanceof Failure && error.code !== 'busy'
    const isFinal = isFailure || (error instanceof DrafterError && !error.transient)
    if (run.signal.aborted) throw error
    if (!isFinal && !run.isLastTry(error)) {
      await sayIfWaiting(services, task, error)
      throw error
    }
    const told = explain(services, task.sessionId, error)
    await asUser(services, task.userId, (context) => failDraft(context, task.sessionId, assignment.request.id, told))
    if (!isFinal) throw error
  }
}

async function work(all: Services, task: Task, assignment: Assignment, signal: AbortSignal): Promise<void> {
  const services = assignment.request.kind === 'excerpts' ? { ...all, drafter: all.excerpts } : all
  if (!hasEnoughSpeech(assignment.transcript)) fail('too_little_speech')
  const transcript = await withSpeakers(services, task, assignment.transcript, signal)
  const written = await write(services, { ...assignment, transcript }, signal)
  const { sessionId, client } = assignment.note
  const draft = await readAgain(services, written, { transcript, clientFirstName: client.firstName, sessionId, signal })
  signal.throwIfAborted()
  await asUser(services, task.userId, (context) => finish(context, { ...assignment, transcript }, draft))
}

/** Null when there is nothing to draft, or nothing to draft from. */
async function begin(context: Context, { sessionId }: Task): Promise<Assignment | null> {
  const { db } = context
  const [note, requests, transcript] = await Promise.all([
    lockNote(db, sessionId),
    listRequests(db, sessionId),
    readTranscript(context, sessionId),
  ])
  if (!note || !transcript) return null
  const open = requests.find(({ state }) => state === 'open')
  if (!open && requests.some(({ state }) => state === 'done')) {
    await reportComplete(context, sessionId)
    return null
  }
  const [, request] = await Promise.all([
    note.state === 'generating' ||
      readSafety(context, sessionId, note.sections).then((safety) =>
        updateNote(db, { ...note, state: 'generating', error: null, safety }),
      ),
    open ?? insertRequest(db, note, { kind: 'draft', noteType: note.noteType, instructions: null }),
  ])
  return { request, note, transcript }
}

async function withSpeakers(
  services: Services,
  task: Task,
  transcript: Transcript,
  signal: AbortSignal,
): Promise<Transcript> {
  const named = await nameSpeakers(services, transcript, signal)
  if (named === transcript) return transcript
  return await asUser(services, task.userId, (context) => keepNames(context, task.sessionId, named))
}

async function write(
  { drafter }: Services,
  { request, note, transcript }: Assignment,
  signal: AbortSignal,
): Promise<Draft> {
  const { noteType, instructions } = request
  const { date, durationMinutes, settingType } = note.session
  const draft = await drafter.draft({
    transcript,
    noteType,
    sectionTitles: sectionTitles(noteType),
    clientFirstName: note.client.firstName,
    clientPronouns: note.client.pronouns,
    session: { date, durationMinutes, settingType },
    ...(instructions !== null && { enhancement: enhancementOf(instructions, note) }),
    signal,
  })
  const isEmpty = draft.sections.every(({ content }) => content.trim() === '')
  // A worksheet without excerpts can still be written.
  if (isEmpty && draft.drafter !== 'extractive') fail('note_empty')
  const sections = await threads.run('confirmRisk', { sections: draft.sections, transcript })
  return exceptOtherLanguages({ ...draft, sections }, transcript)
}

function enhancementOf(instructions: string, { sections }: NoteRow): NonNullable<DraftRequest['enhancement']> {
  const written = sections.flatMap(({ title, statements }) =>
    statements.filter(({ check }) => check === 'clinician').map(({ text }) => ({ title, text })),
  )
  return { instructions, current: sections, written }
}

/**
 * Saves the draft as a version. What the therapist saved meanwhile stands as the version before it. Only before a first draft,
 * which nobody asked to replace anything by, the therapist's own words stay on top. A draft whose request was closed
 * meanwhile, since another note type was chosen, is nobody's any more.
 */
async function finish(context: Context, assignment: Assignment, draft: ReadDraft): Promise<void> {
  const { request, transcript } = assignment
  const { sessionId, client } = assignment.note
  const { db, jobs, actor } = context
  const note = await lockNote(db, sessionId)
  if (!note || !(await closeRequest(db, request.id, 'done'))) return
  const checked = await afterCorrections(context, sessionId, { transcript, client: client.firstName }, draft.sections)
  const sections = request.kind === 'enhancement' ? keepWritten(checked, note.sections) : checked
  const drafted: NoteRow = {
    ...note,
    ...draft,
    sections,
    model: draft.model ?? null,
    noteType: request.noteType,
    safety: await readSafety(context, sessionId, sections),
    typeChanges: note.typeChanges + (request.kind === 'type change' ? 1 : 0),
    enhancements: note.enhancements + (request.kind === 'enhancement' ? 1 : 0),
    state: 'ready',
    error: null,
  }
  const saved = await addVersion(context, drafted, reasons[request.kind], null)
  const isFirst = isFirstDraft(request.kind) || (request.kind === 'type choice' && note.drafter === 'none')
  if (isFirst && note.version > 0) {
    const safety = await readSafety(context, sessionId, note.sections)
    await addVersion(
      context,
      { ...note, safety, version: saved.version, state: 'ready', error: null },
      'edited',
      note.therapistId,
    )
  }
  if (isFirst) await jobs.enqueue(db, 'insights.analyze', { sessionId: note.sessionId, userId: actor.userId })
  await reportComplete(context, note.sessionId)
}

function explain(services: Services, sessionId: string, error: unknown): Told {
  if (error instanceof Failure) return { code: error.code, text: error.message }
  if (error instanceof DrafterError) {
    services.log.warn({ sessionId, reason: error.message }, 'a note could not be drafted')
    return { code: 'note_generate_failed', text: sentence('note_generate_failed', { detail: error.message }) }
  }
  const id = randomUUID().slice(0, 8)
  services.log.error({ err: error, id, sessionId }, 'a note could not be drafted')
  return { code: 'unexpected', text: sentence('unexpected', { id }) }
}
