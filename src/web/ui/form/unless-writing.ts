import { showFailure } from '#web/ui/feedback/toast.ts'

/**
 * Returns an action that would discard an open comment or reply. While one is written, the action is refused with this
 * message, and the text takes the focus.
 */
export function unlessWriting(message: string, act: () => void): () => void {
  return () => {
    const written = document.querySelector<HTMLElement>('[data-unsaved]')
    if (!written) return act()
    written.focus()
    showFailure(message)
  }
}
