import { useEffect, useState, useSyncExternalStore } from 'react'
import { createRecorder } from './engine/create-recorder.ts'
import type { OpenMicrophone } from './engine/capture/capture.ts'
import type { Recorder, RecorderState } from './recorder-state.ts'

/**
 * The recorder of this page. `open` opens the audio to record. On unmount, the recorder stops, and its audio remains stored.
 */
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
  // If the user leaves the page while the browser asks for the microphone, recording would start unnoticed.
  recorder.subscribe(() => {
    if (recorder.state.phase === 'recording') void recorder.discard()
  })
}
