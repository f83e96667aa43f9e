import { useRef } from 'react'

/**
 * Moves the focus after a dialog closes whose action has removed the button that opened it. `onDone` is called when the
 * action has succeeded, `onClosed` when the dialog has closed. The state is a ref, because the dialog may close before
 * the next rendering.
 */
export function useFocusAfter(moveFocus: () => void) {
  const isDone = useRef(false)
  return {
    onDone: () => {
      isDone.current = true
    },
    onClosed: () => {
      if (isDone.current) moveFocus()
      isDone.current = false
    },
  }
}
