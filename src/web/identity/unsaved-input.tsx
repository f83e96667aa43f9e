import { createContext, use, useEffect } from 'react'

/** Reports unsaved input to the surrounding dialog. */
export const UnsavedInputContext = createContext<(isUnsaved: boolean) => void>(() => undefined)

/**
 * Placed in a form. While its input is unsaved, closing the page asks first, sign-out does not discard it, and a click
 * outside the dialog does not close it.
 */
export function UnsavedInput({ isDirty }: { isDirty: boolean }) {
  const notifyDialog = use(UnsavedInputContext)
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    notifyDialog(true)
    return () => {
      window.removeEventListener('beforeunload', ask)
      notifyDialog(false)
    }
  }, [isDirty, notifyDialog])
  return null
}
