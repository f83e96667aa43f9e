import type { KeyboardEvent } from 'react'

const buttons: Readonly<Record<string, string>> = { i: '[data-key="i"]', x: '[data-key="x"]' }

/**
 * The keys of the safety card while the focus is in it: arrows move between passages, Space plays, I inserts, X
 * dismisses. The letters can be turned off in Settings.
 */
export function onSafetyKey(event: KeyboardEvent<HTMLElement>, hasSingleKeys: boolean): void {
  const { key, currentTarget: card, target } = event
  // React bubbles key events of a menu to this card, although the menu is rendered outside of it.
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(target instanceof HTMLElement) || !card.contains(target)) return
  const passages = [...card.querySelectorAll<HTMLElement>('[data-passage]')].filter((one) => one.offsetParent !== null)
  const at = passages.findIndex((one) => one.contains(target))
  const passage = passages[at]
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const next = passages[key === 'ArrowDown' ? at + 1 : Math.max(0, at - 1)]
    if (!next) return
    event.preventDefault()
    next.focus()
    return
  }
  const wanted =
    key === ' ' && target === passage ? '[data-play]' : hasSingleKeys ? buttons[key.toLowerCase()] : undefined
  const button = wanted === undefined ? null : passage?.querySelector<HTMLElement>(wanted)
  if (!button) return
  event.preventDefault()
  if (key !== ' ') button.focus()
  button.click()
}
