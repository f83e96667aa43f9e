import { useEffect, useState } from 'react'

/**
 * The view of a page, stored in the browser's history. Each `show` adds a history entry, so that Back returns to the
 * previous view. `address` is the URL of the new entry, by default the current one.
 */
export function useHistoryView<View extends string>(first: View): [View, (view: View, address?: string) => void] {
  const [view, setView] = useState(first)
  useEffect(() => {
    const onMove = ({ state }: PopStateEvent) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `show` writes texts into the history
      setView(typeof state === 'string' ? (state as View) : first)
    }
    window.addEventListener('popstate', onMove)
    return () => window.removeEventListener('popstate', onMove)
  }, [first])
  const show = (next: View, address?: string) => {
    window.history.pushState(next, '', address)
    setView(next)
  }
  return [view, show]
}
