import { Hint } from '#web/ui/layout/text.ts'
import { formatTimer } from './timer.ts'
import type { RecorderState } from './recorder-state.ts'

/** Says up to which time the audio is saved on the server, and whether the screen stays on. */
export function SavedLine({ state, isVisit }: { state: RecorderState; isVisit: boolean }) {
  const { phase, savedMs, isScreenKeptAwake } = state
  if (isVisit) {
    return <Hint className="num">Saved through {formatTimer(savedMs)}. Keep this page and the visit open.</Hint>
  }
  const screen = phase !== 'recording' ? '' : isScreenKeptAwake ? ', screen kept awake' : '. Keep your screen on'
  return (
    <Hint className="num">
      Saved through {formatTimer(savedMs)}
      {screen}.
    </Hint>
  )
}
