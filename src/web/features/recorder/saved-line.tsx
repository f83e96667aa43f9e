import { Text } from '@mantine/core'
import { formatTimer } from './timer.ts'
import type { RecorderState } from './recorder-state.ts'

/** How much is safe on the server, and whether the screen stays on. */
export function SavedLine({ state: { phase, savedMs, isScreenKeptAwake } }: { state: RecorderState }) {
  const screen = phase !== 'recording' ? '' : isScreenKeptAwake ? ', screen kept awake' : '. Keep your screen on'
  return (
    <Text fz="sm" c="dimmed" className="num">
      Saved through {formatTimer(savedMs)}
      {screen}.
    </Text>
  )
}
