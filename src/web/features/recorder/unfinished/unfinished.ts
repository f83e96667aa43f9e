import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { UnfinishedRecording } from '#shared/contract/recordings.ts'
import { waitAtMost } from '#web/ui/browser/wait-at-most.ts'
import { api } from '#web/api/client.ts'
import { listUnsent } from '../engine/chunks/list-unsent.ts'
import { wasRecordedHere } from './recorded-here.ts'
import { type UnfinishedStatus, unfinishedStatus } from './unfinished-status.ts'

/** Pending audio of one session in this browser. */
export type UnsentAudio = { sessionId: string; clientId: string; startedAt: string; chunks: number; ms: number }

export type Unfinished = {
  recording: UnfinishedRecording
  standing: UnfinishedStatus
  /** Recorded time pending in this browser, in milliseconds. */
  waitingMs: number
  wasRecordedHere: boolean
}

export type UnfinishedWork = {
  unfinished: readonly Unfinished[]
  /** Unsent audio of sessions that ended elsewhere. */
  leftovers: readonly UnsentAudio[]
}

const lookAgainMs = 10_000

/** Slow storage or a slow server must not keep the page from showing. */
const longestWaitMs = 1500

/** The user's unfinished recordings and the pending audio in this browser. */
export const unfinishedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['unfinished recordings', userId],
    queryFn: ({ signal }) => loadUnfinished(userId, signal),
    staleTime: 0,
    // One of them may be recorded or finished elsewhere right now.
    refetchInterval: ({ state }) => (state.data && state.data.unfinished.length > 0 ? lookAgainMs : false),
  })

/** Loads them before the page shows, so that their banners do not push it down. */
export async function loadUnfinishedFirst(cache: QueryClient, userId: string): Promise<void> {
  await waitAtMost(longestWaitMs, cache.prefetchQuery({ ...unfinishedQuery(userId), retry: false }))
}

/** The browser's storage is read first: a session stored here that the server does not list has ended. */
async function loadUnfinished(userId: string, signal: AbortSignal): Promise<UnfinishedWork> {
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
