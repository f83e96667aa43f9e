import { useState } from 'react'

/** Returns whether a dialog is open. Then the page behind it is inert. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null
}

/** State of a dialog that loads when it is first opened, and stays mounted from then on. */
export function useDialog() {
  const [state, setState] = useState({ isMounted: false, isOpen: false })
  return {
    ...state,
    open: () => setState({ isMounted: true, isOpen: true }),
    close: () => setState((old) => ({ ...old, isOpen: false })),
  }
}
