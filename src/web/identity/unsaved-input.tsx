import { createContext, use, useEffect } from 'react'

/** How a form tells the dialog around it whether something in it is not saved. */
export const UnsavedInputContext = createContext<(isUnsaved: boolean) => void>(() => undefined)

/**
 * Stands in a form, in a dialog or on a page. While something in it was typed and not saved, the page is neither closed without
 * a question nor left when the sign-in ends, and a click beside the dialog does not close it.
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
