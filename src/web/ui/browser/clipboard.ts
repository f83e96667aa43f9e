/** Copies a text, and its formatted form for fields that accept it. Returns whether that succeeded. */
export async function copyText(text: string, html: string | null = null): Promise<boolean> {
  // The clipboard API requires a secure context.
  if (!globalThis.isSecureContext) return copiedBySelection(text, html)
  try {
    if (html === null) await navigator.clipboard.writeText(text)
    else await navigator.clipboard.write([clipboardItem(text, html)])
    return true
  } catch {
    return copiedBySelection(text, html)
  }
}

function clipboardItem(text: string, html: string): ClipboardItem {
  const parts = { 'text/plain': text, 'text/html': html }
  return new ClipboardItem(
    Object.fromEntries(Object.entries(parts).map(([type, part]) => [type, new Blob([part], { type })])),
  )
}

function copiedBySelection(text: string, html: string | null): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const before = document.activeElement
  const setFormatted = (event: ClipboardEvent) => {
    if (html === null) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
    event.clipboardData?.setData('text/html', html)
  }
  document.body.append(field)
  field.addEventListener('copy', setFormatted)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}
