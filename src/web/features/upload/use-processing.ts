import { useState } from 'react'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useSessionProgress } from '#web/api/session-progress.ts'

/** What went wrong with a session that the server holds. */
export type ProcessingFailure = { sentence: string; code: string | null }

/** Follows the processing of a session, and has it tried again without sending the file again. */
export function useProcessing(sessionId: string | null) {
  const [round, setRound] = useState(0)
  const [refused, setRefused] = useState<{ round: number; failure: ProcessingFailure } | null>(null)
  const [isRetrying, setRetrying] = useState(false)
  const watched = useSessionProgress(sessionId, round)

  const again = async () => {
    if (sessionId === null) return
    setRefused(null)
    setRetrying(true)
    try {
      await processAgain(sessionId)
      setRound(round + 1)
    } catch (error) {
      setRefused({ round, failure: readError(error, 'Failed to process session') })
    } finally {
      setRetrying(false)
    }
  }
  return { progress: watched.progress, failure: failureOf(), isRetrying, again, follow: () => setRound(round + 1) }

  function failureOf(): ProcessingFailure | null {
    if (refused?.round === round) return refused.failure
    if (watched.failure) return watched.failure
    if (watched.progress?.stage !== 'failed') return null
    return { sentence: watched.progress.error ?? 'Failed to process session', code: watched.progress.errorCode }
  }
}

/** From the kept recording on; a session that began with a transcript has none, and only its note is drafted again. */
async function processAgain(sessionId: string): Promise<void> {
  try {
    await api.recordings.processAgain({ sessionId })
  } catch (error) {
    if (readError(error).code !== 'recording_missing') throw error
    await api.notes.generate({ sessionId })
  }
}
