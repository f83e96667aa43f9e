import { isMantineColorScheme, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'

// public/color-scheme.js reads the same key before the first paint.
const key = 'darkMode'

function read(fallback: MantineColorScheme): MantineColorScheme {
  try {
    const stored = localStorage.getItem(key)
    if (stored === null) return fallback
    return stored === 'true' ? 'dark' : 'light'
  } catch {
    // The browser's settings may block storage. Then the color scheme of the device is used.
    return fallback
  }
}

/** Stores dark mode in local storage as `true` or `false` (spec core §9). Without a value, the device decides. */
export function darkModeStorage(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined
  return {
    get: read,
    set(value) {
      if (!isMantineColorScheme(value) || value === 'auto') return
      try {
        localStorage.setItem(key, String(value === 'dark'))
      } catch {
        // Without storage, the choice is lost when the page is closed.
      }
    },
    subscribe(onUpdate) {
      listener = (event) => {
        if (event.key === key) onUpdate(read('auto'))
      }
      window.addEventListener('storage', listener)
    },
    unsubscribe() {
      if (listener) window.removeEventListener('storage', listener)
    },
    clear() {
      localStorage.removeItem(key)
    },
  }
}
