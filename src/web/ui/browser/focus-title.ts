/** Focuses the title of the page after an action removed the control that had the focus. */
export function focusTitle(): void {
  const title = document.querySelector('h1')
  if (!title) return
  title.tabIndex = -1
  title.focus()
}
