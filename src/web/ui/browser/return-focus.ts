/**
 * Focuses an element after the editor or button that belonged to it was removed, unless the user has focused something
 * else.
 */
export function returnFocus(target: HTMLElement | null | undefined): void {
  const active = document.activeElement
  if (!target || !active) return
  if (active.contains(target) || target.contains(active)) target.focus()
}
