import { useState } from 'react'

/** Whether a dialog is open, so that the page behind it is inert. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null
}

/** State of a dialog that is loaded on first use. It is mounted from its first opening on. */
export function useDialog() {
  const [state, setState] = useState({ isMounted: false, isOpen: false })
  return {
    ...state,
    open: () => setState({ isMounted: true, isOpen: true }),
    close: () => setState((old) => ({ ...old, isOpen: false })),
  }
}
