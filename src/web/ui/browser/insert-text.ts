/** Replaces a range of a text field as if the user typed it, so that the browser's undo restores the former text. */
export function insertText(field: HTMLTextAreaElement, start: number, end: number, text: string): void {
  field.focus()
  field.setSelectionRange(start, end)
  // oxlint-disable-next-line typescript/no-deprecated -- no other function writes to the undo history of a field
  if (document.execCommand?.('insertText', false, text)) return
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
