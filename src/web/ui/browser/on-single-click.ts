import type { MouseEvent } from 'react'

/**
 * Handlers of a button that ignores the second click of a double click. Without them, it would act again or, if the
 * first click changed the view, on something that the user has not read.
 */
export function onSingleClick<Target>(act: (event: MouseEvent<Target>) => void) {
  return {
    onMouseDown: (event: MouseEvent) => {
      // It would take the focus from where the first click put it.
      if (event.detail > 1) event.preventDefault()
    },
    onClick: (event: MouseEvent<Target>) => {
      if (event.detail < 2) act(event)
    },
  }
}
