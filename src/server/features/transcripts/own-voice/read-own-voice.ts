import { join } from 'node:path'
import type { ErrorCode } from '#shared/contract/errors.ts'
import { audit } from '#server/audit.ts'
import type { Context, Services } from '#server/context.ts'
import { Failure, fail } from '#server/fail.ts'
import { type Audio, findAudio } from '#server/features/recordings/find-audio.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import type { JobRun } from '#server/jobs/queue.ts'
import { withWorkFolder } from '#server/providers/files/work-folder.ts'
import { SpeechError } from '#server/providers/speech/port.ts'
import type { RememberedVoice, Span } from '#server/providers/speech/speakers/port.ts'
import type { Task } from '#server/session-pipeline/step.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { readTranscript } from '../get-transcript.ts'
import { findVoiceInSession, lockVoiceInSession, setVoiceFailure, storeVoice } from '../own-voice-store.ts'
import { writeAudio } from '../write-audio.ts'
import { ownTurns } from './own-turns.ts'
import { sealVoice, voiceKeys } from './sealed-voice.ts'

/**
 * The job that computes and stores the voice of a session's therapist. The job may run again after its worker was
 * killed. It does nothing if the voice is already stored or was removed.
 * @throws transient and unexpected errors, so that the queue tries again
 */
export async function readOwnVoice(services: Services, task: Task, run: JobRun): Promise<void> {
  try {
    const assignment = await asUser(services, task.userId, (context) => begin(context, task))
    if (!assignment) return
    const voice = await computeVoice(services, assignment, run.signal)
    run.signal.throwIfAborted()
    await asUser(services, task.userId, (context) => finish(context, task, voice))
  } catch (error) {
    if (run.signal.aborted) throw error
    const isPermanent = error instanceof Failure || (error instanceof SpeechError && !error.transient)
    if (!isPermanent && !run.isLastTry(error)) throw error
    const code = error instanceof Failure ? error.code : 'voice_not_read'
    await asUser(services, task.userId, (context) => storeFailure(context, task, code))
    if (!isPermanent) throw error
  }
}

interface Assignment {
  audio: Audio
  turns: Span[]
}

/** Returns null if the voice is already stored, or was removed. */
async function begin(context: Context, { sessionId }: Task): Promise<Assignment | null> {
  const row = await findVoiceInSession(context.db, context.actor.userId, sessionId)
  if (row?.sessionId !== sessionId) return null
  const session = await getOwnSession(context, sessionId)
  const transcript = (await readTranscript(context, session.id)) ?? fail('transcript_missing')
  return { audio: await findAudio(context, session.id), turns: ownTurns(transcript) }
}

async function computeVoice(
  services: Services,
  { audio, turns }: Assignment,
  signal: AbortSignal,
): Promise<RememberedVoice> {
  const { voices } = services.speech
  if (!voices) fail('voice_unavailable')
  const result = await withWorkFolder(join(services.config.DATA_DIR, 'work'), async (folder) => {
    const path = join(folder, 'audio')
    await writeAudio(services, audio, path, signal)
    return await voices.read(path, turns, signal)
  })
  if ('problem' in result) fail(result.problem === 'mixed' ? 'voice_mixed' : 'voice_too_short')
  return result.voice
}

/** Stores the voice. Fails if the recording was deleted meanwhile, and does nothing if the voice was removed. */
async function finish(context: Context, { sessionId }: Task, voice: RememberedVoice): Promise<void> {
  const { db, actor, config, clock } = context
  const row = await lockVoiceInSession(db, actor.userId, sessionId)
  if (row?.sessionId !== sessionId) return
  const session = await getOwnSession(context, sessionId)
  await findAudio(context, session.id)
  const { model } = voice
  const sealed = sealVoice(voiceKeys(config), { id: row.id, userId: actor.userId, model }, voice)
  await storeVoice(db, row.id, { model, sealed, at: clock() })
  audit(context, {
    action: 'account.voice_remembered',
    resourceType: 'account',
    resourceId: actor.userId,
    details: { model },
  })
}

async function storeFailure(context: Context, { sessionId }: Task, code: ErrorCode): Promise<void> {
  const row = await lockVoiceInSession(context.db, context.actor.userId, sessionId)
  if (row?.sessionId === sessionId) await setVoiceFailure(context.db, row.id, code)
}
