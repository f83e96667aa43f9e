import { useSyncExternalStore } from 'react'

/** How the user can add the app to the home screen: with the browser's dialog, or manually on iPhones and iPads. */
export type InstallOffer = 'dialog' | 'by hand'

/**
 * An event of Chromium, fired if the app can be installed but is not (W3C, Manifest Incubations). Its dialog can be
 * opened once.
 */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

const isInstallPrompt = (event: Event): event is InstallPrompt =>
  'prompt' in event && typeof event.prompt === 'function'

/** Storage key. The value contains no user data, only that the hint was closed in this browser. */
const key = 'installHint'

let offered: InstallPrompt | undefined
let isClosed = false
const listeners = new Set<() => void>()
const notifyChange = () => {
  for (const listener of listeners) listener()
}

/** Stores the event `beforeinstallprompt`, which fires soon after startup, for the install hint. */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Suppresses the browser's own install bar.
    event.preventDefault()
    if (isInstallPrompt(event)) offered = event
    notifyChange()
  })
  window.addEventListener('appinstalled', closeInstallHint)
}

/** Opens the browser's dialog. The hint is not shown again, whatever the user chooses. */
export async function install(): Promise<void> {
  const prompt = offered
  offered = undefined
  try {
    await prompt?.prompt()
    closeInstallHint()
  } catch {
    // The dialog did not open. The browser fires the event again for the next document.
    notifyChange()
  }
}

/** Hides the hint in this browser permanently. */
export function closeInstallHint(): void {
  isClosed = true
  offered = undefined
  try {
    localStorage.setItem(key, 'closed')
  } catch {
    // Without storage, the hint is hidden only until the page is closed.
  }
  notifyChange()
}

/**
 * Returns how the app can be installed. Undefined on computers, in the installed app, and after the hint was closed.
 */
export function useInstallOffer(): InstallOffer | undefined {
  return useSyncExternalStore(subscribe, currentOffer)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function currentOffer(): InstallOffer | undefined {
  const isPhone = window.matchMedia('(pointer: coarse)').matches
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  if (!isPhone || isInstalled || isClosed || wasClosed()) return undefined
  if (offered) return 'dialog'
  return isAppleDevice(window.navigator) ? 'by hand' : undefined
}

function wasClosed(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** iPads identify themselves as Macs, but Macs have no touch screen. */
function isAppleDevice({ userAgent, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}
