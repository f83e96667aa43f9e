import { useEffect, useRef, useState } from 'react'
import type { FailedSessions } from '#shared/contract/admin-sessions.ts'
import type { AdminStatus } from '#shared/contract/admin-status.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { shortId } from '../labels.ts'

interface Queued {
  at: number
}

/** The sessions that this user queued. A toast reports when one of them is finished or has failed again. */
export function useQueued(
  { data: status, dataUpdatedAt }: { data: AdminStatus | undefined; dataUpdatedAt: number },
  { data: failed, dataUpdatedAt: listedAt }: { data: FailedSessions | undefined; dataUpdatedAt: number },
) {
  const [queued, setQueued] = useState<ReadonlyMap<string, Queued>>(new Map())
  const reported = useRef(new Set<Queued>())
  useEffect(() => {
    if (!status) return
    const unfinished = new Set(status.unfinished.items.map(({ ending }) => ending))
    // A session that is not in a shortened list may be unfinished.
    const isComplete = status.unfinished.items.length === status.unfinished.total
    for (const [id, one] of queued) {
      const ending = shortId(id)
      if (reported.current.has(one) || dataUpdatedAt <= one.at || unfinished.has(ending)) continue
      const hasFailed = status.failed.lately.includes(ending)
      if (!hasFailed && !isComplete) continue
      reported.current.add(one)
      if (hasFailed) showFailure(`Session ${ending} could not be finished.`)
      else showSuccess(`Session ${ending} is finished.`)
    }
  }, [status, dataUpdatedAt, queued])
  return {
    /** False once the session is in a newer list of failed sessions. */
    isQueued: (id: string) => (queued.get(id)?.at ?? 0) >= listedAt,
    /** Marks a session as queued, or all failed sessions with null. */
    add: (sessionId: string | null) => {
      const items = (failed?.items ?? []).filter(({ id }) => sessionId === null || id === sessionId)
      const at = Date.now()
      setQueued((earlier) => new Map([...earlier, ...items.map(({ id }) => [id, { at }] as const)]))
    },
  }
}
