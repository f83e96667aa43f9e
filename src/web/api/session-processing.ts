import { useEffect, useState } from 'react'
import type { SessionProgress } from '#shared/contract/sessions.ts'
import { api } from './client.ts'
import { readError } from './errors.ts'
import { useSessionProgress } from './session-progress.ts'

/** Why the processing of a session failed. */
export type ProcessingFailure = { sentence: string; code: string | null }

type Refusal = { round: number; failure: ProcessingFailure }

/**
 * Follows a session's processing, and retries it without another upload. When a page opens, it requests the processing
 * once (not with `isNew`): the request has no effect while a job runs, and restarts a lost job.
 */
export function useProcessing(sessionId: string | null, { isNew = false } = {}) {
  const [round, setRound] = useState(0)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const [isRetrying, setRetrying] = useState(false)
  const [opened] = useState(isNew ? null : sessionId)
  const watched = useSessionProgress(sessionId, round)

  const retry = async () => {
    if (sessionId === null) return
    setRefused(null)
    setRetrying(true)
    try {
      await processAgain(sessionId)
      setRound(round + 1)
    } catch (error) {
      setRefused(refusalOf(round, error))
    } finally {
      setRetrying(false)
    }
  }
  const resumedId = round === 0 && sessionId === opened && isAtWork(watched.progress) ? sessionId : null
  useEffect(() => {
    if (resumedId !== null) processAgain(resumedId).catch((error: unknown) => setRefused(refusalOf(0, error)))
  }, [resumedId])

  return { progress: watched.progress, failure: failureOf(), isRetrying, retry, follow: () => setRound(round + 1) }

  function failureOf(): ProcessingFailure | null {
    if (refused?.round === round) return refused.failure
    if (watched.failure) return watched.failure
    if (watched.progress?.stage !== 'failed') return null
    return { sentence: watched.progress.error ?? 'Failed to process session', code: watched.progress.errorCode }
  }
}

function refusalOf(round: number, error: unknown): Refusal {
  return { round, failure: readError(error, 'Failed to process session') }
}

function isAtWork(progress: SessionProgress | null): boolean {
  return progress !== null && progress.stage !== 'complete' && progress.stage !== 'failed'
}

/**
 * Restarts the processing from the stored recording. A session from a transcript has no recording; only its note is
 * redrafted.
 */
async function processAgain(sessionId: string): Promise<void> {
  try {
    await api.recordings.processAgain({ sessionId })
  } catch (error) {
    if (readError(error).code !== 'recording_missing') throw error
    await api.notes.generate({ sessionId })
  }
}
