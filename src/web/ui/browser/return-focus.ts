/** Focuses the element that an editor or button belonged to after it is gone, unless the user has focused something else. */
export function returnFocus(target: HTMLElement | null | undefined): void {
  const active = document.activeElement
  if (!target || !active) return
  if (active.contains(target) || target.contains(active)) target.focus()
}
