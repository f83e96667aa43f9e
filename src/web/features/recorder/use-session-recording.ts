import { useTimeout } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query } from '#web/api/client.ts'
import type { OpenMicrophone } from './engine/capture/capture.ts'
import { useLiveText } from './live/use-live-text.ts'
import { isOpen } from './notices.ts'
import { markRecordedHere } from './unfinished/recorded-here.ts'
import { unfinishedQuery } from './unfinished/unfinished.ts'
import { useRecorder } from './use-recorder.ts'

type Options = {
  clientId: string
  userId: string
  /** Opens the audio to record; by default one microphone. */
  open?: OpenMicrophone
}

/**
 * Maximum time to wait for the unfinished recordings, because WebKit's storage sometimes hangs. A session can start
 * without them.
 */
const unfinishedTimeoutMs = 4000

export type SessionRecording = ReturnType<typeof useSessionRecording>

/** One session from its start to its note, and the client's unfinished recordings. */
export function useSessionRecording({ clientId, userId, open }: Options) {
  const cache = useQueryClient()
  const { recorder, state } = useRecorder(userId, open)
  const { sessionId, phase } = state
  const [finished, setFinished] = useState<string | null>(null)
  const endedSessionId = finished ?? (phase === 'ended' ? sessionId : null)
  const unfinished = useQuery({ ...unfinishedQuery(userId), enabled: !isOpen(phase) })
  const [isOverdue, setOverdue] = useState(false)
  useTimeout(() => setOverdue(true), unfinishedTimeoutMs, { autoInvoke: true })
  const live = useLiveText(recorder, isOpen(phase) ? sessionId : null)
  useEffect(() => {
    if (sessionId !== null) markRecordedHere(sessionId)
  }, [sessionId])

  const refresh = async () => {
    await cache.invalidateQueries({ queryKey: unfinishedQuery(userId).queryKey })
    await cache.invalidateQueries({ queryKey: query.sessions.key() })
  }
  return {
    recorder,
    state,
    live,
    endedSessionId,
    /** To be called with the session of an unfinished recording after it was ended. */
    setFinished,
    /** Whether it is known that this client has no unfinished recording. After a timeout, it is assumed. */
    isReady: !unfinished.isLoading || isOverdue,
    /** Whether the unfinished recordings were loaded, or could not be loaded. */
    isKnown: !unfinished.isPending,
    unfinished: (unfinished.data?.unfinished ?? []).filter(({ recording }) => recording.clientId === clientId),
    leftovers: (unfinished.data?.leftovers ?? []).filter((leftover) => leftover.clientId === clientId),
    refresh,
    complete: () => {
      void cache.invalidateQueries({ queryKey: query.sessions.key() })
      void cache.invalidateQueries({ queryKey: query.clients.key() })
      void cache.invalidateQueries({ queryKey: query.notes.previous.key() })
    },
    /** Leaves the session. Returns whether that succeeded. */
    leave: async () => {
      await recorder.leave()
      const hasLeft = !isOpen(recorder.state.phase)
      if (hasLeft) await refresh()
      return hasLeft
    },
  }
}
