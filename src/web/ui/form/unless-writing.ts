import { showFailure } from '#web/ui/feedback/toast.ts'

/** The field of a comment or reply that is being written. */
export const openText = () => document.querySelector<HTMLElement>('[data-unsaved]')

/**
 * Returns an action that would discard an open comment or reply. While one is written, the action is refused with this
 * message, and the text takes the focus.
 */
export function unlessWriting(message: string, act: () => void): () => void {
  return () => {
    const written = openText()
    if (!written) return act()
    written.focus()
    showFailure(message)
  }
}
