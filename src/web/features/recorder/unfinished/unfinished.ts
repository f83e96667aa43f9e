import { queryOptions } from '@tanstack/react-query'
import type { UnfinishedRecording } from '#shared/contract/recordings.ts'
import { api } from '#web/api/client.ts'
import { wasRecordedHere } from './recorded-here.ts'
import { type UnfinishedStatus, unfinishedStatus } from './unfinished-status.ts'

/** Audio of one session that waits in this browser. */
export type UnsentAudio = { sessionId: string; clientId: string; startedAt: string; chunks: number; ms: number }

export type Unfinished = {
  recording: UnfinishedRecording
  standing: UnfinishedStatus
  /** Recorded time that waits in this browser. */
  waitingMs: number
  wasRecordedHere: boolean
}

export type UnfinishedWork = {
  unfinished: readonly Unfinished[]
  /** What is left here of sessions that ended elsewhere. */
  leftovers: readonly UnsentAudio[]
}

const lookAgainMs = 10_000

/** The person's recordings that wait to be finished, and what this browser still holds. */
export const unfinishedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['unfinished recordings', userId],
    queryFn: ({ signal }) => loadUnfinished(userId, signal),
    staleTime: 0,
    // Somebody may be at one of them at this moment, or finish it elsewhere.
    refetchInterval: ({ state }) => (state.data && state.data.unfinished.length > 0 ? lookAgainMs : false),
  })

/** This browser is asked first: a session that it knows and the server does not list any more has ended. */
async function loadUnfinished(userId: string, signal: AbortSignal): Promise<UnfinishedWork> {
  const { listUnsent } = await import('../engine/chunks/unsent.ts')
  const here = await listUnsent(userId)
  const { items } = await api.recordings.unfinished({}, { signal })
  const unfinished = items.map((recording) => {
    const waiting = here.find(({ sessionId }) => sessionId === recording.sessionId) ?? null
    const isOwn = wasRecordedHere(recording.sessionId)
    return {
      recording,
      standing: unfinishedStatus(recording, waiting, isOwn, Date.now()),
      waitingMs: waiting?.ms ?? 0,
      wasRecordedHere: isOwn || waiting !== null,
    }
  })
  const isOpen = (sessionId: string) => items.some((recording) => recording.sessionId === sessionId)
  const leftovers = here.filter(
    ({ sessionId, chunks, isHeldByAnotherTab }) => chunks > 0 && !isHeldByAnotherTab && !isOpen(sessionId),
  )
  return { unfinished, leftovers }
}
