import { useEffect, useState, useSyncExternalStore } from 'react'
import { createRecorder } from './engine/create-recorder.ts'
import type { OpenMicrophone } from './engine/capture/capture.ts'
import type { Recorder, RecorderState } from './recorder-state.ts'

/** The recorder of this page; `open` opens the sound to record. On unmount it stops capturing and keeps its audio. */
export function useRecorder(userId: string, open?: OpenMicrophone): { recorder: Recorder; state: RecorderState } {
  const [recorder] = useState(() => createRecorder({ userId, ...(open && { open }) }))
  const state = useSyncExternalStore(
    (listener) => recorder.subscribe(listener),
    () => recorder.state,
  )
  useEffect(() => () => abandon(recorder), [recorder])
  return { recorder, state }
}

function abandon(recorder: Recorder): void {
  void recorder.leave()
  // If the page is left while the browser asks for the microphone, a session would start unseen.
  recorder.subscribe(() => {
    if (recorder.state.phase === 'recording') void recorder.discard()
  })
}
