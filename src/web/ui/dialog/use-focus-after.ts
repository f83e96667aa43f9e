import { useRef } from 'react'

/**
 * Moves the focus when a dialog has closed whose action removed the button that opened it. `onDone` is called when the
 * action has succeeded, `onClosed` when the dialog has closed. A ref, because the dialog may close before the next
 * rendering knows of the success.
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
