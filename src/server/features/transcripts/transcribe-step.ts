import { join } from 'node:path'
import { sentence } from '#shared/contract/errors.ts'
import type { Speaker, Transcript } from '#shared/contract/transcripts.ts'
import { audit } from '#server/audit.ts'
import { storableJson } from '#server/db/storable.ts'
import type { Context, Services } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { type Audio, findAudio } from '#server/features/recordings/find-audio.ts'
import { vocabularyOf } from '#server/features/organizations/vocabulary.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { reportResumed, reportFailure, reportProgress } from '#server/features/sessions/report-progress.ts'
import { withWorkFolder } from '#server/providers/files/work-folder.ts'
import { channelLabel, type Passage, SpeechError, type Transcription } from '#server/providers/speech/port.ts'
import type { RememberedVoice } from '#server/providers/speech/speakers/port.ts'
import type { ProviderProblem, Step, Task } from '#server/session-pipeline/step.ts'
import { threads } from '#server/threads/pool.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { nameSpeakers } from './name-speakers.ts'
import { knownVoice } from './own-voice/known-voice.ts'
import { findPassages } from './passages-store.ts'
import { type SavedPassages, savePassages } from './save-passages.ts'
import { hasTranscript, insertTranscript } from './store.ts'
import { transcriptionProgress, transcriptionStart } from './transcription-progress.ts'
import { startTimeSlice } from './time-slice.ts'
import { writeAudio } from './write-audio.ts'

/** The recording, the vocabulary for the engine, and the passages of earlier runs. */
interface Assignment {
  audio: Audio
  vocabulary: readonly string[]
  finished: Passage[]
  /** The therapist's stored voice, if its use is turned on. */
  ownVoice: RememberedVoice | undefined
  /** Percentage of the progress that earlier runs reached. */
  reached: number
}

/** Transcribes a stored recording. A session that has a transcript is not transcribed again. */
export const transcribeStep: Step<Assignment, Transcript> = {
  name: 'transcribe',
  failure: 'a recording could not be transcribed',
  begin,
  work,
  finish,
  // If a user imported a transcript file during the job, the imported transcript stays.
  isDone: ({ db }, { sessionId }) => hasTranscript(db, sessionId),
  explain,
  fail: (context, { sessionId }, { code, text }) => reportFailure(context, sessionId, code, text),
}

async function work(
  services: Services,
  task: Task,
  { finished, ...assignment }: Assignment,
  signal: AbortSignal,
): Promise<Transcript | 'paused'> {
  const timeSlice = startTimeSlice(services, signal)
  const passages = savePassages(services, task, finished, (context) => timeSlice.endIfOthersQueued(context))
  const transcription = await withWorkFolder(join(services.config.DATA_DIR, 'work'), (folder) =>
    transcribe(services, task, { ...assignment, passages }, join(folder, 'audio'), timeSlice.signal),
  ).catch((error: unknown) => {
    if (timeSlice.isOver()) return 'paused' as const
    throw error
  })
  if (transcription === 'paused') return transcription
  const transcript = await threads.run('detectLanguages', transcriptOf(transcription, assignment.audio), signal)
  if (transcript.utterances.length === 0) fail('transcription_empty')
  return await nameSpeakers(services, transcript, signal)
}

async function begin(context: Context, task: Task): Promise<Assignment | 'done'> {
  const { id } = await getOwnSession(context, task.sessionId)
  if (await hasTranscript(context.db, id)) return 'done'
  const audio = await findAudio(context, id)
  const vocabulary = await vocabularyOf(context, id)
  const finished = await findPassages(context.db, id)
  const reached = await reportResumed(context, id, 'transcribing', transcriptionStart)
  const ownVoice = await knownVoice(context, id)
  return { audio, vocabulary, finished, ownVoice, reached }
}

/** Decrypts the recording to `path` and transcribes it. The path is in a folder that exists only during the step. */
async function transcribe(
  services: Services,
  task: Task,
  { audio, vocabulary, ownVoice, reached, passages }: Omit<Assignment, 'finished'> & { passages: SavedPassages },
  path: string,
  signal: AbortSignal,
): Promise<Transcription> {
  await writeAudio(services, audio, path, signal)
  const write = (percent: number) =>
    asUser(services, task.userId, async (context) => {
      if (await hasTranscript(context.db, task.sessionId)) return
      await reportProgress(context, task.sessionId, 'transcribing', percent)
    })
  const progress = transcriptionProgress(services, write, reached)
  try {
    const transcription = await services.speech.transcribe(path, {
      signal,
      vocabulary,
      onProgress: (share) => progress.reportTranscription(share),
      onSpeakers: (share) => progress.reportIdentification(share),
      finished: passages.finished,
      onPassage: passages.add,
      ...(audio.isVideoVisit && { isSpeakerPerChannel: true }),
      ownVoice,
    })
    const { problem } = transcription
    if (problem) services.log.warn({ sessionId: task.sessionId, problem }, 'the speakers could not be identified')
    return transcription
  } finally {
    await Promise.all([progress.flush(), passages.flush()])
  }
}

/** The roles in a recorded video visit, by the label of the channel. */
const roleOfChannel: ReadonlyMap<string | undefined, Speaker> = new Map([
  [channelLabel(1), 'therapist'],
  [channelLabel(2), 'client'],
])

function transcriptOf(
  { segments, language, engine, voices: voiceCount, ownLabel }: Transcription,
  { isVideoVisit }: Audio,
): Transcript {
  const roleOf = (label: string | undefined): Speaker => {
    if (isVideoVisit) return roleOfChannel.get(label) ?? 'unknown'
    if (ownLabel === undefined) return 'unknown'
    // Of two voices, the other voice is the client's. With more voices, a later step derives the roles from the words.
    return label === ownLabel ? 'therapist' : voiceCount === 2 ? 'client' : 'unknown'
  }
  const spoken = segments
    .map((segment) => ({ ...segment, text: segment.text.trim() }))
    .filter(({ text }) => text !== '')
  const utterances = spoken.map(({ label, start, end, text, isCrosstalk, isSpeakerUnsure }, at) => ({
    id: `u${at + 1}`,
    speaker: roleOf(label),
    label: label ?? '',
    start,
    end,
    text,
    ...(isCrosstalk && { isCrosstalk }),
    ...(isSpeakerUnsure && { isSpeakerUnsure }),
  }))
  return {
    utterances,
    language,
    engine,
    hasTimes: true,
    ...(voiceCount !== undefined && { voices: voiceCount }),
    ...(ownLabel !== undefined && { ownLabel }),
  }
}

async function finish(context: Context, { sessionId }: Task, _: Assignment, transcript: Transcript): Promise<boolean> {
  const { id, clientId } = await getOwnSession(context, sessionId)
  const stored = { ...transcript, utterances: storableJson(transcript.utterances) }
  const isNew = await insertTranscript(context.db, id, stored)
  if (!isNew) return false
  audit(context, {
    action: 'transcript.transcribed',
    resourceType: 'transcript',
    resourceId: id,
    clientId,
    details: {
      utterances: transcript.utterances.length,
      engine: transcript.engine,
      ...(transcript.ownLabel !== undefined && { recognized: true }),
    },
  })
  return true
}

function explain(error: unknown): ProviderProblem | undefined {
  if (!(error instanceof SpeechError)) return undefined
  const { code, loggedReason: reason } = error
  return { code, reason, text: sentence(code, { detail: error.message }) }
}
