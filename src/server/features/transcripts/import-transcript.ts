import { buffer } from 'node:stream/consumers'
import type { HeldDetails } from '#shared/contract/held-session.ts'
import { transcriptMaxMb } from '#shared/contract/limits.ts'
import type { SettingType } from '#shared/contract/sessions.ts'
import type { ImportQuestion, TranscriptFile } from '#shared/contract/transcripts.ts'
import { isLocked } from '#shared/rules/note-status.ts'
import { therapistInSentence } from '#shared/rules/therapist-name.ts'
import { audit } from '#server/audit.ts'
import type { Context, Services } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireAudioAllowed } from '#server/features/accounts/require-audio-allowed.ts'
import { beginSession } from '#server/features/sessions/begin-session.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { setDuration } from '#server/features/sessions/report-progress.ts'
import { continueAfter } from '#server/session-pipeline/enqueue-step.ts'
import { TaskTimeout, threads } from '#server/threads/pool.ts'
import type { ReadTranscript } from '#server/threads/read-transcript.ts'
import { askAboutImport } from './import-questions.ts'
import {
  findOriginalName,
  findSessionParticipants,
  insertTranscript,
  lockImport,
  lockSessionNote,
  type SessionParticipants,
} from './store.ts'

/** A transcript file and the questions that the user confirmed. */
type ConfirmedFile = TranscriptFile & { confirmed?: readonly ImportQuestion[] | undefined }

/** Times beyond this number of hours are not used as the length of the session. */
const maxSessionHours = 12

/**
 * Creates a session from a transcript file and enqueues the draft of its note. The original file is stored. A repeated
 * `requestId` returns the same session.
 * @throws client_missing, client_archived, not_allowed, session_in_future, session_long_ago; transcript_too_large,
 * transcript_required, transcript_unreadable; transcript_other_name and transcript_other_length until the user confirms
 */
export async function importTranscript(
  context: Context,
  input: ConfirmedFile & HeldDetails & { requestId: string; clientId: string; settingType: SettingType },
): Promise<{ sessionId: string }> {
  await requireAudioAllowed(context)
  const { clientId, settingType, requestId, heldAt, participants, appointmentId } = input
  const existingId = await lockImport(context.db, context.actor.userId, requestId)
  if (existingId !== undefined) return { sessionId: existingId }
  const sessionId = await beginSession(context, {
    clientId,
    settingType,
    heldAt,
    participants,
    appointmentId,
    source: 'transcript',
  })
  const { hasTimes, seconds } = await storeFile(context, { sessionId, clientId, requestId }, input)
  if (hasTimes && seconds > 0 && seconds < maxSessionHours * 3600) await setDuration(context, sessionId, seconds)
  return { sessionId }
}

/**
 * Adds a transcript from a file to a session of the caller that has no transcript, for instance because no speech
 * engine is set up. A repeated file changes nothing.
 * @throws session_missing, not_allowed, session_recording, transcript_not_held, transcript_of_written, note_signed,
 * note_of_other, transcript_exists; for the file, the same errors as `importTranscript`
 */
export async function importForSession(
  context: Context,
  input: ConfirmedFile & { sessionId: string },
): Promise<{ sessionId: string }> {
  await requireAudioAllowed(context)
  const { id: sessionId, clientId, status } = await getOwnSession(context, input.sessionId)
  if (status === 'recording') fail('session_recording')
  if (status === 'scheduled' || status === 'cancelled') fail('transcript_not_held')
  await requireNoteToDraft(context, sessionId)
  await storeFile(context, { sessionId, clientId, requestId: null }, input)
  return { sessionId }
}

/** Without this check, the draft that follows the transcript could not be saved, and the session would never end. */
async function requireNoteToDraft({ db, actor }: Context, sessionId: string): Promise<void> {
  const note = (await lockSessionNote(db, sessionId)) ?? fail('session_missing')
  if (note.origin === 'written') fail('transcript_of_written')
  if (isLocked(note)) fail('note_signed')
  if (note.renderedBy !== actor.userId && note.version > 0)
    fail('note_of_other', { name: therapistInSentence(note.therapistName) })
}

async function deleteFile({ files, log }: Services, name: string): Promise<void> {
  await files.delete(name).catch((err: unknown) => log.warn({ err }, 'the file of a failed import was not deleted'))
}

async function storeFile(
  context: Context,
  { sessionId, clientId, requestId }: { sessionId: string; clientId: string; requestId: string | null },
  file: ConfirmedFile,
): Promise<ReadTranscript> {
  const { db, files } = context
  const bytes = Buffer.from(file.content, 'base64')
  const participants = await findSessionParticipants(db, sessionId)
  const transcript = await readFile(context, { fileName: file.fileName, bytes, people: participants })
  askAboutImport(transcript, participants, file.confirmed ?? [])
  const name = `transcripts/${sessionId}/original`
  const isNew = await insertTranscript(db, sessionId, transcript, { name, requestId })
  if (!isNew) {
    if (await isImported(context, sessionId, { name, bytes })) return transcript
    fail('transcript_exists')
  }
  await continueAfter(context, 'transcribe', sessionId)
  audit(context, {
    action: 'transcript.imported',
    resourceType: 'transcript',
    resourceId: sessionId,
    clientId,
    details: { bytes: bytes.length, utterances: transcript.count, format: transcript.engine },
  })
  // A later import replaces the file of an existing session, but not that of a session that was not created.
  if (requestId !== null) context.onRollback(() => deleteFile(context, name))
  await files.put(name, toStream(bytes))
  return transcript
}

/** True if the session's transcript was imported from this file, for instance by a request whose response was lost. */
async function isImported(
  { db, files }: Context,
  sessionId: string,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<boolean> {
  if ((await findOriginalName(db, sessionId)) !== name) return false
  const stored = await files.get(name)
  return stored?.size === bytes.length && (await buffer(stored.body)).equals(bytes)
}

async function readFile(
  services: Services,
  { fileName, bytes, people }: { fileName: string; bytes: Uint8Array; people: SessionParticipants },
): Promise<ReadTranscript> {
  if (bytes.length > transcriptMaxMb * 1024 * 1024) fail('transcript_too_large', { limit: transcriptMaxMb })
  // With a language model, a later job identifies the speakers.
  const isToBeNamed = services.drafter.labelSpeakers === undefined
  try {
    const result = await threads.run('readTranscript', { fileName, bytes, people, isToBeNamed })
    return 'fault' in result ? fail(result.fault) : result.transcript
  } catch (error) {
    if (error instanceof TaskTimeout) fail('transcript_unreadable')
    throw error
  }
}

async function* toStream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
