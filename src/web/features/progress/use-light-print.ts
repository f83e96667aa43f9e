import { useEffect } from 'react'

const attribute = 'data-mantine-color-scheme'

/** Switches to light colors for printing, whether from the page's button or the browser's menu. */
export function useLightPrint(): void {
  useEffect(() => {
    const root = document.documentElement
    let scheme: string | null = null
    const lighten = () => {
      scheme = root.getAttribute(attribute)
      root.setAttribute(attribute, 'light')
    }
    const restore = () => {
      if (scheme !== null) root.setAttribute(attribute, scheme)
    }
    window.addEventListener('beforeprint', lighten)
    window.addEventListener('afterprint', restore)
    return () => {
      window.removeEventListener('beforeprint', lighten)
      window.removeEventListener('afterprint', restore)
    }
  }, [])
}
