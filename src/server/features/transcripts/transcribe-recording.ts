import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ErrorCode, sentence } from '#shared/contract/errors.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { audit } from '#server/audit.ts'
import { storableJson } from '#server/db/storable.ts'
import type { Context, Services } from '#server/context.ts'
import { Failure, fail } from '#server/fail.ts'
import { type Audio, findAudio } from '#server/features/recordings/find-audio.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { reportFailure, reportProgress } from '#server/features/sessions/report-progress.ts'
import { sayIfWaiting } from '#server/features/sessions/say-if-waiting.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { isTransient } from '#server/jobs/is-transient.ts'
import type { JobRun } from '#server/jobs/queue.ts'
import { withWorkFolder } from '#server/providers/files/work-folder.ts'
import { SpeechError, type Transcription } from '#server/providers/speech/port.ts'
import { threads } from '#server/threads/pool.ts'
import { readTranscript } from './get-transcript.ts'
import { nameSpeakers } from './name-speakers.ts'
import { insertTranscript } from './store.ts'
import { transcriptionProgress } from './transcription-progress.ts'

interface Task {
  sessionId: string
  userId: string
}

/**
 * Makes the transcript of a kept recording, then has the note drafted. It may be stopped and run again at any point: the
 * recording stays, and a session that has its transcript is not transcribed again.
 */
export async function transcribeRecording(services: Services, task: Task, run: JobRun): Promise<void> {
  try {
    await work(services, task, run.signal)
  } catch (error) {
    const isFinal = error instanceof Failure || (error instanceof SpeechError && !error.transient)
    if (run.signal.aborted) throw error
    if (!isFinal && !run.isLastTry(error)) {
      await sayIfWaiting(services, task, error)
      throw error
    }
    await giveUp(services, task, error)
    if (!isFinal) throw error
  }
}

async function work(services: Services, task: Task, signal: AbortSignal): Promise<void> {
  const audio = await asUser(services, task.userId, (context) => begin(context, task))
  if (!audio) return
  const heard = await withWorkFolder(join(services.config.DATA_DIR, 'work'), (folder) =>
    listen(services, task, audio, join(folder, 'audio'), signal),
  )
  const transcript = await threads.run('detectLanguages', transcriptOf(heard), signal)
  if (transcript.utterances.length === 0) fail('transcription_empty')
  const named = await nameSpeakers(services, transcript, signal)
  signal.throwIfAborted()
  await asUser(services, task.userId, (context) => finish(context, task, named))
}

/** Null when the transcript is there already; the note is looked after all the same. */
async function begin(context: Context, task: Task): Promise<Audio | null> {
  const { id } = await getOwnSession(context, task.sessionId)
  if (await readTranscript(context, id)) {
    await reportProgress(context, id, 'processing', 60)
    await context.jobs.enqueue(context.db, 'notes.draft', task)
    return null
  }
  const audio = await findAudio(context, id)
  await reportProgress(context, id, 'transcribing', 20)
  return audio
}

/** Unsealed, the recording lies in a folder of the work's own, and only for as long as the engine reads it. */
async function listen(
  services: Services,
  task: Task,
  audio: Audio,
  path: string,
  signal: AbortSignal,
): Promise<Transcription> {
  const file = await services.files.get(audio.storageName)
  if (!file) throw new Error('the kept recording is not in the file store')
  await pipeline(file.body, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
  const progress = transcriptionProgress(services, (percent) =>
    asUser(services, task.userId, (context) =>
      unlessImported(context, task, () => reportProgress(context, task.sessionId, 'transcribing', percent)),
    ),
  )
  try {
    return await services.speech.transcribe(path, { signal, onProgress: (share) => progress.reached(share) })
  } finally {
    await progress.written()
  }
}

function transcriptOf({ segments, language, engine }: Transcription): Transcript {
  const spoken = segments
    .map((segment) => ({ ...segment, text: segment.text.trim() }))
    .filter(({ text }) => text !== '')
  const utterances = spoken.map(({ label, start, end, text }, at) => ({
    id: `u${at + 1}`,
    speaker: 'unknown' as const,
    label: label ?? '',
    start,
    end,
    text,
  }))
  return { utterances, language, engine, hasTimes: true }
}

async function finish(context: Context, task: Task, transcript: Transcript): Promise<void> {
  const { db, jobs } = context
  const { id, clientId } = await getOwnSession(context, task.sessionId)
  const isNew = await insertTranscript(db, id, { ...transcript, utterances: storableJson(transcript.utterances) })
  if (!isNew) return
  await reportProgress(context, id, 'processing', 60)
  await jobs.enqueue(db, 'notes.draft', task)
  await audit(context, {
    action: 'transcript.transcribed',
    resourceType: 'transcript',
    resourceId: id,
    clientId,
    details: { utterances: transcript.utterances.length, engine: transcript.engine },
  })
}

/** The person is told; the recording stays for another attempt. */
async function giveUp(services: Services, task: Task, error: unknown): Promise<void> {
  const { code, text } = explain(services, task, error)
  if (code === 'session_missing') return
  await asUser(services, task.userId, (context) =>
    unlessImported(context, task, () => reportFailure(context, task.sessionId, code, text)),
  )
}

/** A file handed in meanwhile made the transcript: how the transcription goes no longer matters. */
async function unlessImported(context: Context, { sessionId }: Task, report: () => Promise<void>): Promise<void> {
  if (!(await readTranscript(context, sessionId))) await report()
}

function explain(services: Services, { sessionId }: Task, error: unknown): { code: ErrorCode; text: string } {
  if (error instanceof Failure) return { code: error.code, text: error.message }
  if (error instanceof SpeechError) {
    services.log.warn(
      { sessionId, code: error.code, reason: error.loggedReason },
      'a recording could not be transcribed',
    )
    return { code: error.code, text: sentence(error.code, { detail: error.message }) }
  }
  const id = randomUUID().slice(0, 8)
  services.log.error({ err: error, id, sessionId }, 'a recording could not be transcribed')
  const code = isTransient(error) ? 'processing_gave_up' : 'unexpected'
  return { code, text: sentence(code, { id }) }
}
