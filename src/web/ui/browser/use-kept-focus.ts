import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Focuses a container if the focused button in it was removed. A browser would move the focus to the top of the page.
 */
export function useKeptFocus<Container extends HTMLElement = HTMLDivElement>() {
  const ref = useRef<Container>(null)
  const focused = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    focused.current = null
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  })
  return {
    ref,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target
    },
    onBlur: () => {
      focused.current = null
    },
  }
}
