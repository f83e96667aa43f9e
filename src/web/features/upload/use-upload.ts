import { useEffect, useRef, useState } from 'react'
import type { Upload } from '#shared/contract/recordings.ts'
import type { ImportQuestion } from '#shared/contract/transcripts.ts'
import { displayName } from '#shared/rules/file-name.ts'
import { api } from '#web/api/client.ts'
import { type Failure, readError } from '#web/api/errors.ts'
import { type ImportQuestionAsked, importQuestion, readTranscriptFile } from '#web/api/transcript-file.ts'
import type { ChosenFile } from './accepted-files.ts'
import type { SessionDetails } from './session-details.ts'
import { AnotherFile, confirmFile, sendChunks, withRetry, type Watcher } from './send-chunks.ts'

/** The unfinished upload or session. It is in the URL, so that a reload finds it. */
export type Place = { upload?: string; session?: string }

export type UploadState = {
  /**
   * `another file`: the selected file is not the file of the interrupted upload. `asked`: the server asks a question
   * about the transcript.
   */
  phase: 'idle' | 'sending' | 'failed' | 'another file' | 'asked'
  /** Uploaded share of the file, from 0 to 1. */
  sent: number
  isWaiting: boolean
  failure: Failure | null
  asked: ImportQuestionAsked | null
}

const idle: UploadState = { phase: 'idle', sent: 0, isWaiting: false, failure: null, asked: null }

type Options = { clientId: string; place: Place; onPlace: (place: Place) => void }

/** Uploads a recording or a transcript, until the server has created its session. */
export function useUpload({ clientId, place, onPlace }: Options) {
  const [state, setState] = useState(idle)
  // The upload that a reload interrupted.
  const [interrupted, setInterrupted] = useState<Upload | null>(null)
  const running = useRef<AbortController | null>(null)
  const startedFile = useRef<File | null>(null)

  useEffect(() => () => running.current?.abort(), [])

  const run = async (work: (watcher: Watcher) => Promise<string>, size: number) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const change = (part: Partial<UploadState>) => {
      if (!signal.aborted) setState((old) => ({ ...old, ...part }))
    }
    setState({ ...idle, phase: 'sending' })
    try {
      const session = await work({
        signal,
        onSent: (bytes) => change({ sent: size === 0 ? 0 : bytes / size }),
        onWaiting: (isWaiting) => change({ isWaiting }),
      })
      if (signal.aborted) return
      setState(idle)
      onPlace({ session })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof AnotherFile) {
        setState({ ...idle, phase: 'another file' })
        return
      }
      const failure = readError(error, 'Upload failed')
      const asked = importQuestion(failure)
      if (asked) {
        setState({ ...idle, phase: 'asked', asked })
        return
      }
      setState({ ...idle, phase: 'failed', failure })
      // After these two failures, the upload cannot be continued.
      if (failure.code !== 'upload_missing' && failure.code !== 'file_unsupported') return
      setInterrupted(null)
      onPlace({})
    }
  }

  const uploadOf = async (file: File, stated: SessionDetails, watcher: Watcher): Promise<Upload> => {
    const id = place.upload
    if (id !== undefined) {
      const known = await withRetry(() => api.recordings.getUpload({ uploadId: id }), watcher)
      if (startedFile.current === file) return known
      if (isFileOf(known, file)) {
        if (known.sessionId === null) await confirmFile(file, known, watcher)
        startedFile.current = file
        return known
      }
      if (known.sessionId === null) await api.recordings.cancelUpload({ uploadId: id })
    }
    const { name: fileName, type: mediaType, size } = file
    const upload = await api.recordings.startUpload({ clientId, fileName, mediaType, size, ...stated })
    if (watcher.signal.aborted) {
      // The server deletes unfinished uploads eventually, so a failure here does no harm.
      await api.recordings.cancelUpload({ uploadId: upload.id }).catch(readError)
      watcher.signal.throwIfAborted()
    }
    startedFile.current = file
    onPlace({ upload: upload.id })
    return upload
  }

  const sendRecording = (file: File, stated: SessionDetails) =>
    run(async (watcher) => {
      const upload = await uploadOf(file, stated, watcher)
      if (upload.sessionId !== null) return upload.sessionId
      await sendChunks(file, upload, watcher)
      // A resumed upload keeps its original details. A new one gets the current ones.
      return await complete(upload.id, watcher, interrupted ? undefined : stated)
    }, file.size)

  const sendTranscript = (
    { file, requestId }: ChosenFile,
    stated: SessionDetails,
    confirmed: readonly ImportQuestion[],
  ) =>
    run(async (watcher) => {
      const input = { ...(await readTranscriptFile(file)), requestId, clientId, ...stated, confirmed: [...confirmed] }
      const { sessionId } = await withRetry(() => api.transcripts.import(input), watcher)
      watcher.onSent(file.size)
      return sessionId
    }, file.size)

  // After a reload, the state of the upload in the URL is loaded.
  const reopened = useRef(place.session === undefined ? place.upload : undefined)
  const reopen = async (uploadId: string, signal: AbortSignal) => {
    try {
      const upload = await withRetry(() => api.recordings.getUpload({ uploadId }), { signal, onWaiting: () => {} })
      if (signal.aborted) return
      if (upload.sessionId !== null) onPlace({ session: upload.sessionId })
      else if (upload.nextChunk * upload.chunkBytes >= upload.size) {
        await run((watcher) => complete(uploadId, watcher), upload.size)
      } else setInterrupted(upload)
    } catch (error) {
      if (signal.aborted) return
      const failure = readError(error, 'Upload failed')
      setState({ ...idle, phase: 'failed', failure })
      if (failure.code === 'upload_missing') onPlace({})
    }
  }
  useEffect(() => {
    if (reopened.current === undefined) return undefined
    const controller = new AbortController()
    void reopen(reopened.current, controller.signal)
    return () => controller.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, for the URL with which the page was opened
  }, [])

  return {
    state,
    interrupted,
    /** Starts the upload. `confirmed`: questions about the transcript that the therapist has answered. */
    send: (chosen: ChosenFile, stated: SessionDetails, confirmed: readonly ImportQuestion[] = []) =>
      chosen.kind === 'recording' ? sendRecording(chosen.file, stated) : sendTranscript(chosen, stated, confirmed),
    /** Clears a failure or a question. Also clears the interrupted upload if another file is selected. */
    prepare: (file: File) => {
      setState(idle)
      if (interrupted && !isFileOf(interrupted, file)) setInterrupted(null)
    },
    /** Clears a failure or a question. */
    reset: () => setState(idle),
    /**
     * Reloads the state of the upload in the URL and continues without its file, if the server already has everything.
     */
    resume: async () => {
      const uploadId = place.upload
      setState(idle)
      if (uploadId !== undefined) await reopen(uploadId, new AbortController().signal)
    },
    /** Cancels an unfinished upload and deletes its chunks. */
    cancel: async () => {
      running.current?.abort()
      setState(idle)
      setInterrupted(null)
      const uploadId = place.upload
      onPlace({})
      // The server deletes unfinished uploads eventually, so a failure here does no harm.
      if (uploadId !== undefined) await api.recordings.cancelUpload({ uploadId }).catch(readError)
    },
  }
}

async function complete(uploadId: string, watcher: Watcher, stated?: SessionDetails): Promise<string> {
  return (await withRetry(() => api.recordings.completeUpload({ uploadId, ...stated }), watcher)).sessionId
}

/** Returns whether the selected file seems to be the file of the interrupted upload. */
function isFileOf(upload: Upload, file: File): boolean {
  return upload.size === file.size && upload.fileName === displayName(file.name)
}
