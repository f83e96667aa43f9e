import { useEffect, useState, useSyncExternalStore } from 'react'
import { createVisitAudio, type VisitAudio, type VisitState } from '../engine/visit/visit-audio.ts'

/** The two voices of this page's video visit. On unmount, sharing stops. */
export function useVisitAudio(): { audio: VisitAudio; visit: VisitState } {
  const [audio] = useState(createVisitAudio)
  const visit = useSyncExternalStore(
    (listener) => audio.subscribe(listener),
    () => audio.state,
  )
  useEffect(() => () => audio.close(), [audio])
  return { audio, visit }
}
