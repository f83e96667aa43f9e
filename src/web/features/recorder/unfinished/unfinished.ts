import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { UnfinishedRecording } from '#shared/contract/recordings.ts'
import { waitAtMost } from '#web/ui/browser/wait-at-most.ts'
import { api, automatic } from '#web/api/client.ts'
import { listUnsent } from '../engine/chunks/list-unsent.ts'
import { wasRecordedHere } from './recorded-here.ts'
import { type UnfinishedStatus, unfinishedStatus } from './unfinished-status.ts'

/** The pending audio of one session in this browser. */
export type UnsentAudio = { sessionId: string; clientId: string; startedAt: string; chunks: number; ms: number }

export type Unfinished = {
  recording: UnfinishedRecording
  status: UnfinishedStatus
  /** Recorded time that is pending in this browser, in milliseconds. */
  waitingMs: number
  wasRecordedHere: boolean
}

export type UnfinishedWork = {
  unfinished: readonly Unfinished[]
  /** Unsent audio of sessions that have ended. */
  leftovers: readonly UnsentAudio[]
}

/** Maximum time to wait for the browser's storage, because broken storage must not hide what the server has. */
const storageTimeoutMs = 2000

const lookAgainMs = 10_000

/** Maximum time to wait, because slow storage or a slow server must not block the page. */
const maxWaitMs = 1500

/** The user's unfinished recordings, and the pending audio in this browser. */
export const unfinishedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['unfinished recordings', userId],
    queryFn: ({ signal }) => loadUnfinished(userId, signal),
    staleTime: 0,
    // Refetched, because a recording may be continued or ended elsewhere.
    refetchInterval: ({ state }) => (state.data && state.data.unfinished.length > 0 ? lookAgainMs : false),
  })

/**
 * Loads the unfinished recordings before the page is shown, because a banner that appears later would move its content.
 */
export async function loadUnfinishedFirst(cache: QueryClient, userId: string): Promise<void> {
  await waitAtMost(maxWaitMs, cache.prefetchQuery({ ...unfinishedQuery(userId), retry: false }))
}

/**
 * Reads the browser's storage before asking the server. A session that is stored here but not listed by the server has
 * ended.
 */
async function loadUnfinished(userId: string, signal: AbortSignal): Promise<UnfinishedWork> {
  // Undefined if the browser's storage cannot be read, or does not respond.
  const stored = await waitAtMost(storageTimeoutMs, listUnsent(userId)).catch(() => undefined)
  const unsentHere = stored ?? []
  const { items } = await api.recordings.unfinished({}, { signal, context: automatic })
  const unfinished = items.map((recording) => {
    const waiting = unsentHere.find(({ sessionId }) => sessionId === recording.sessionId) ?? null
    const isOwn = wasRecordedHere(recording.sessionId)
    return {
      recording,
      status: unfinishedStatus(recording, waiting, isOwn),
      waitingMs: waiting?.ms ?? 0,
      // Unknown if the storage cannot be read.
      wasRecordedHere: isOwn || waiting !== null || stored === undefined,
    }
  })
  const isOpen = (sessionId: string) => items.some((recording) => recording.sessionId === sessionId)
  const leftovers = unsentHere.filter(
    ({ sessionId, chunks, isHeldByAnotherTab }) => chunks > 0 && !isHeldByAnotherTab && !isOpen(sessionId),
  )
  return { unfinished, leftovers }
}
