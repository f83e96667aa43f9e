import { showFailure, showSuccess } from '#web/ui/toast.ts'

/** Puts text on the clipboard and says so (core specification, section 9: for two seconds). */
export async function copyNote(text: string): Promise<void> {
  if (await copied(text)) showSuccess('Note copied to clipboard!', 2000)
  else showFailure('The note could not be copied. Select the text and copy it by hand.')
}

async function copied(text: string): Promise<boolean> {
  // Browsers offer the clipboard only to pages that came by HTTPS or from this machine.
  if (!globalThis.isSecureContext) return copiedBySelection(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copiedBySelection(text)
  }
}

function copiedBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const before = document.activeElement
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}
