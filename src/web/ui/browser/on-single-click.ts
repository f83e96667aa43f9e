import type { MouseEvent } from 'react'

/**
 * Handlers of a button that ignores the second click of a double click. The second click would repeat the action, or
 * press something else that the first click showed and the user has not read.
 */
export function onSingleClick<Target>(act: (event: MouseEvent<Target>) => void) {
  return {
    onMouseDown: (event: MouseEvent) => {
      // The second press would move the focus away from where the first click put it.
      if (event.detail > 1) event.preventDefault()
    },
    onClick: (event: MouseEvent<Target>) => {
      if (event.detail < 2) act(event)
    },
  }
}
