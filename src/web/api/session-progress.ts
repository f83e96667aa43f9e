import { useEffect, useEffectEvent, useState } from 'react'
import type { SessionProgress } from '#shared/contract/sessions.ts'
import { api, automatic } from './client.ts'
import { type Failure, isTemporary, readError } from './errors.ts'
import { pause } from './pause.ts'

const maxPauseMs = 15_000

/**
 * Follows a session's processing until it completes or fails, across lost connections. Repeated connections do not
 * extend the sign-in.
 * @throws the server's error if the session may not be watched
 */
export async function watchSession(
  sessionId: string,
  signal: AbortSignal,
  onProgress: (progress: SessionProgress) => void,
  isRepeated = false,
): Promise<void> {
  let context = isRepeated ? automatic : {}
  for (let tries = 0; !signal.aborted; tries++) {
    try {
      const watched = api.sessions.watchProgress({ sessionId }, { signal, context })
      context = automatic
      for await (const progress of await watched) {
        if (signal.aborted) return
        tries = 0
        onProgress(progress)
        if (progress.stage === 'complete' || progress.stage === 'failed') return
      }
    } catch (error) {
      if (signal.aborted) return
      if (!isTemporary(error)) throw error
    }
    await pause(Math.min(maxPauseMs, 500 * 2 ** tries), signal)
  }
}

/**
 * Like `watchSession`, but if processing failed because no speech engine is available, waits until one transcribes the
 * session.
 */
async function watchAndWait(
  sessionId: string,
  signal: AbortSignal,
  onProgress: (progress: SessionProgress) => void,
): Promise<void> {
  const reported = { isWaiting: false }
  for (let isRepeated = false; ; isRepeated = true) {
    const report = (progress: SessionProgress) => {
      const wasWaiting = reported.isWaiting
      reported.isWaiting = progress.stage === 'failed' && progress.errorCode === 'speech_unavailable'
      if (!reported.isWaiting || !wasWaiting) onProgress(progress)
    }
    await watchSession(sessionId, signal, report, isRepeated)
    if (!reported.isWaiting || signal.aborted) return
    await pause(maxPauseMs, signal)
  }
}

type Watched = { key: string; progress: SessionProgress | null; failure: Failure | null }

/**
 * Returns the live progress of a session. With null as id, nothing is watched. A new `round` watches again, e.g. after
 * a retry. `onEnd` is called when processing completes or fails.
 */
export function useSessionProgress(
  sessionId: string | null,
  round = 0,
  onEnd: (progress: SessionProgress) => void = () => {},
): Omit<Watched, 'key'> {
  const key = `${sessionId ?? ''} ${round}`
  const [watched, setWatched] = useState<Watched>({ key, progress: null, failure: null })
  const reached = useEffectEvent((progress: SessionProgress) => {
    setWatched({ key, progress, failure: null })
    if (progress.stage === 'complete' || progress.stage === 'failed') onEnd(progress)
  })
  useEffect(() => {
    if (sessionId === null) return undefined
    const stop = new AbortController()
    watchAndWait(sessionId, stop.signal, (progress) => reached(progress)).catch((error: unknown) =>
      setWatched({ key, progress: null, failure: readError(error, 'Failed to process session') }),
    )
    return () => stop.abort()
  }, [sessionId, key])
  return watched.key === key ? watched : { progress: null, failure: null }
}
