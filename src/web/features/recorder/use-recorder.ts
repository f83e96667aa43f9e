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
  useEffect(() => () => void recorder.leave(), [recorder])
  return { recorder, state }
}
