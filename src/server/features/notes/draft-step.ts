import { sentence } from '#shared/contract/errors.ts'
import type { Section } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { isLocked } from '#shared/rules/note-status.ts'
import { keepClinicianSentences } from '#server/clinical-text/evidence/keep-clinician-sentences.ts'
import { exceptOtherLanguages } from '#server/clinical-text/evidence/other-languages.ts'
import { hasEnoughSpeech } from '#server/clinical-text/language/spoken-words.ts'
import type { Context, Services } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { reportComplete } from '#server/features/sessions/report-progress.ts'
import { readTranscript } from '#server/features/transcripts/get-transcript.ts'
import { saveSpeakers, nameSpeakers } from '#server/features/transcripts/name-speakers.ts'
import { type Draft, DrafterError, type DraftRequest } from '#server/providers/drafter/port.ts'
import type { ProviderProblem, Step, Task } from '#server/session-pipeline/step.ts'
import { threads } from '#server/threads/pool.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { addVersion } from './add-version.ts'
import { recheckAfterCorrections } from './recheck-after-corrections.ts'
import { readSafety } from './current-safety.ts'
import { failDraft } from './fail-draft.ts'
import { isBackgroundDraft, isBlankWorksheet, isFullDraft, withExcerpts } from './full-draft.ts'
import { isSameText } from './is-same-text.ts'
import { type SecondReading, withJudgements } from './read-again.ts'
import { readDraft } from './read-draft.ts'
import { carryOver, restoreCarriedSections, type LastNote, readLastNote } from './carry-over.ts'
import { closeRequest, insertRequest, listRequests, type NoteRequest } from './requests-store.ts'
import { titlesOf } from './titles-of.ts'
import { joinSafetyReadings, type SafetyReading } from './safety-reading.ts'
import { isFirstDraft } from './start-draft.ts'
import { lockNote, type NoteRow, updateNote } from './store.ts'
import type { VersionReason } from './versions-store.ts'

interface Assignment {
  request: NoteRequest
  note: NoteRow
  transcript: Transcript
  lastNote: LastNote | null
}

const reasons: Readonly<Record<NoteRequest['kind'], VersionReason>> = {
  draft: 'drafted',
  excerpts: 'drafted',
  'type choice': 'type changed',
  'type change': 'type changed',
  enhancement: 'enhanced',
}

interface Result {
  /** The transcript with the speakers' names. */
  transcript: Transcript
  draft: Draft & Pick<SecondReading, 'secondReading'> & { safetyReading: SafetyReading | null }
  /** True if excerpts were saved before the draft. The choice of the language model can change during a draft. */
  isFull: boolean
}

/**
 * Drafts the note for the session's open request. The request is closed in the transaction that saves the draft, and a
 * closed request is not drafted again.
 */
export const draftStep: Step<Assignment, Result> = {
  name: 'draft',
  failure: 'a note could not be drafted',
  begin,
  work,
  finish,
  explain,
  fail: (context, { sessionId }, problem, assignment) =>
    failDraft(context, sessionId, problem, assignment?.request.id ?? null),
}

async function work(base: Services, task: Task, assignment: Assignment, signal: AbortSignal): Promise<Result> {
  const services = assignment.request.kind === 'excerpts' ? { ...base, drafter: base.excerpts } : base
  if (!hasEnoughSpeech(assignment.transcript))
    fail(assignment.transcript.engine.startsWith('import') ? 'transcript_too_short' : 'too_little_speech')
  const transcript = await withSpeakers(services, task, assignment.transcript, signal)
  const isFull = isFullDraft(services, assignment.request.kind)
  if (isFull) await saveExcerpts(services, task, { ...assignment, transcript }, signal)
  const written = await write(services, { ...assignment, transcript }, signal)
  const { sessionId, client } = assignment.note
  const draftContext = { transcript, clientFirstName: client.firstName, sessionId, signal }
  const { second, safety } = await readDraft(services, written, draftContext)
  const { secondReading, judgements } = second
  const { request, note, lastNote } = assignment
  const safetyReading = joinSafetyReadings(note.safetyReading, safety)
  const confirmed = await confirmRisk(written.sections, transcript, safetyReading)
  const read = withJudgements(confirmed, judgements, transcript)
  const isEnhanced = request.kind === 'enhancement'
  const sections = isEnhanced ? restoreCarriedSections(read, note) : carryOver(read, request.template, lastNote)
  return { transcript, draft: { ...written, sections, secondReading, safetyReading }, isFull }
}

/** Returns null if the note or transcript is missing, if the note is signed, or if the draft is done. */
async function begin(context: Context, { sessionId }: Task): Promise<Assignment | null> {
  const { db } = context
  const [note, requests, transcript] = await Promise.all([
    lockNote(db, sessionId),
    listRequests(db, sessionId),
    readTranscript(context, sessionId),
  ])
  if (!note || !transcript) return null
  // A signed note must not change, so a draft requested before the signature is not written.
  if (isLocked(note)) {
    await reportComplete(context, sessionId)
    return null
  }
  const open = requests.find(({ state }) => state === 'open')
  if (!open && requests.some(({ state }) => state === 'done')) {
    await reportComplete(context, sessionId)
    return null
  }
  const [, request] = await Promise.all([
    note.state === 'generating' ||
      isBackgroundDraft(context, note, open?.kind ?? 'draft') ||
      readSafety(context, note, note.sections).then((safety) =>
        updateNote(db, { ...note, state: 'generating', error: null, safety }),
      ),
    open ??
      insertRequest(db, note, { kind: 'draft', noteType: note.noteType, template: note.template, instructions: null }),
  ])
  return { request, note, transcript, lastNote: await readLastNote(context, note, request.template) }
}

async function withSpeakers(
  services: Services,
  task: Task,
  transcript: Transcript,
  signal: AbortSignal,
): Promise<Transcript> {
  const named = await nameSpeakers(services, transcript, signal)
  if (named === transcript) return transcript
  return await asUser(services, task.userId, (context) =>
    saveSpeakers(context, task.sessionId, { read: transcript, identified: named }),
  )
}

async function write(
  { drafter }: Services,
  { request, note, transcript }: Assignment,
  signal: AbortSignal,
): Promise<Draft> {
  const { noteType, template, instructions } = request
  const { date, durationMinutes, settingType } = note.session
  const draft = await drafter.draft({
    transcript,
    noteType,
    sectionTitles: titlesOf({ noteType, template }),
    ...(template && { template: template.sections, language: template.language }),
    clientFirstName: note.client.firstName,
    clientPronouns: note.client.pronouns,
    session: { date, durationMinutes, settingType },
    ...(instructions !== null && { enhancement: enhancementOf(instructions, note) }),
    signal,
  })
  const isEmpty = draft.sections.every(({ content }) => content.trim() === '')
  // A worksheet without excerpts is not a failure, because the therapist can still write into its sections.
  if (isEmpty && draft.drafter !== 'extractive') fail('note_empty')
  return exceptOtherLanguages(draft, transcript)
}

/** Marks statements about risk, so that the clinician must confirm them. */
async function confirmRisk(
  sections: readonly Section[],
  transcript: Transcript,
  reading: SafetyReading | null,
): Promise<Section[]> {
  return await threads.run('confirmRisk', { sections, transcript, marks: reading?.marks ?? [] })
}

/**
 * Saves excerpts as the first version, so that the therapist can write while the full draft is being made. The next
 * therapist of a transferred session may write only the first version, so that is the full draft.
 */
async function saveExcerpts(
  services: Services,
  { sessionId, userId }: Task,
  assignment: Assignment,
  signal: AbortSignal,
): Promise<void> {
  const { request, note, transcript } = assignment
  if (note.version > 0 || note.renderedBy !== note.therapistId) return
  const draft = await write({ ...services, drafter: services.excerpts }, assignment, signal)
  const confirmed = await confirmRisk(draft.sections, transcript, note.safetyReading)
  await asUser(services, userId, async (context) => {
    const current = await lockNote(context.db, sessionId)
    if (!current || current.version > 0 || isLocked(current)) return
    const { client, safetyReading } = current
    const draftContext = { transcript, client: client.firstName, safetyReading }
    const sections = await recheckAfterCorrections(context, sessionId, draftContext, confirmed)
    const { noteType, template } = request
    const safety = await readSafety(context, current, sections)
    const excerpts = { ...current, ...draft, sections, model: null, noteType, template, safety, error: null } as const
    await addVersion(context, { ...excerpts, state: 'ready' }, 'drafted', null)
    await reportComplete(context, sessionId)
  })
}

function enhancementOf(instructions: string, { sections }: NoteRow): NonNullable<DraftRequest['enhancement']> {
  const written = sections.flatMap(({ title, statements }) =>
    statements.filter(({ check }) => check === 'clinician').map(({ text }) => ({ title, text })),
  )
  return { instructions, current: sections, written }
}

/**
 * Saves the draft as a version. If the therapist wrote text before the first draft, that text stays the newest version.
 * A later draft keeps the sentences that the therapist wrote, also those of an edit saved during the draft. A draft
 * whose request was closed in the meantime is discarded. An enhancement that changes nothing is not saved and does not
 * count. Returns true for a first draft, which the analysis of the session follows.
 */
async function finish(
  context: Context,
  { sessionId }: Task,
  { request, note: { client } }: Assignment,
  { transcript, draft, isFull }: Result,
): Promise<boolean> {
  const { db } = context
  const note = await lockNote(db, sessionId)
  if (!note || !(await closeRequest(db, request.id, 'done')) || isLocked(note)) return false
  const safetyReading = joinSafetyReadings(note.safetyReading, draft.safetyReading)
  const draftContext = { transcript, client: client.firstName, safetyReading }
  const checked = await recheckAfterCorrections(context, sessionId, draftContext, draft.sections)
  const isFirst = isFirstDraft(request.kind) || (request.kind === 'type choice' && note.drafter === 'none')
  const sections = isFirst
    ? isFull
      ? withExcerpts(checked, note.sections)
      : checked
    : keepClinicianSentences(checked, note.sections, note.drafter === 'extractive')
  const safety = await readSafety(context, { sessionId, safetyReading }, sections)
  if (request.kind === 'enhancement' && isSameText(sections, note.sections)) {
    await updateNote(db, { ...note, safety, safetyReading, state: 'ready', error: sentence('enhancement_unchanged') })
    await reportComplete(context, sessionId)
    return false
  }
  const drafted: NoteRow = {
    ...note,
    ...draft,
    sections,
    model: draft.model ?? null,
    noteType: request.noteType,
    template: request.template,
    safety,
    safetyReading,
    typeChanges: note.typeChanges + (request.kind === 'type change' ? 1 : 0),
    enhancements: note.enhancements + (request.kind === 'enhancement' ? 1 : 0),
    state: 'ready',
    error: null,
  }
  const saved = await addVersion(context, drafted, reasons[request.kind], null)
  if (isFirst && note.version > 0 && !isBlankWorksheet(note)) {
    const ownSafety = await readSafety(context, drafted, note.sections)
    await addVersion(
      context,
      { ...note, safety: ownSafety, safetyReading, version: saved.version, state: 'ready', error: null },
      'edited',
      note.therapistId,
    )
  }
  await reportComplete(context, sessionId)
  return isFirst
}

function explain(error: unknown): ProviderProblem | undefined {
  if (!(error instanceof DrafterError)) return undefined
  const detail = error.message
  return { code: 'note_generate_failed', text: sentence('note_generate_failed', { detail }), reason: detail }
}
