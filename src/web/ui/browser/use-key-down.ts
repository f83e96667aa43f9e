import { type HotkeyItem, getHotkeyHandler } from '@mantine/hooks'
import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls the listener for the keys pressed anywhere on the page. It listens in a layout effect, so that a key counts as
 * soon as the page is shown; the hooks of Mantine listen some time later.
 */
export function useKeyDown(listener: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent(listener)
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Selects the controls in which keys are text or a choice. */
export const fields = 'input, textarea, select, [contenteditable="true"]'

type Options = {
  /** Whether the shortcuts also work while a text field has the focus. */
  worksInFields?: boolean
}

/** Shortcuts of a page, in the notation of Mantine, e.g. `mod+K`. */
export function useShortcuts(shortcuts: HotkeyItem[], { worksInFields = false }: Options = {}): void {
  useKeyDown((event) => {
    const isInField = event.target instanceof HTMLElement && event.target.matches(fields)
    if (worksInFields || !isInField) getHotkeyHandler(shortcuts)(event)
  })
}
