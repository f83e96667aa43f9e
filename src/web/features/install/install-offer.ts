import { useSyncExternalStore } from 'react'

/** How the app can be added to the home screen: with the browser's dialog, or by hand as on iPhones and iPads. */
export type InstallOffer = 'dialog' | 'by hand'

/** Fired by Chromium if the app can be installed and is not (W3C, Manifest Incubations). It works once. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

const isInstallPrompt = (event: Event): event is InstallPrompt =>
  'prompt' in event && typeof event.prompt === 'function'

/** No data of users: only that this browser's user does not want the hint. */
const key = 'installHint'

let offered: InstallPrompt | undefined
let isClosed = false
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** Stores `beforeinstallprompt`, which fires soon after startup, for the install hint. */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Suppresses the browser's own install bar.
    event.preventDefault()
    if (isInstallPrompt(event)) offered = event
    changed()
  })
  window.addEventListener('appinstalled', closeInstallHint)
}

/** Opens the browser's dialog. Whatever the user chooses there, the hint is not shown again. */
export async function install(): Promise<void> {
  const prompt = offered
  offered = undefined
  try {
    await prompt?.prompt()
    closeInstallHint()
  } catch {
    // The dialog did not open. The browser offers it again with the next document.
    changed()
  }
}

/** Hides the hint in this browser for good. */
export function closeInstallHint(): void {
  isClosed = true
  offered = undefined
  try {
    localStorage.setItem(key, 'closed')
  } catch {
    // Without storage the hint is closed until the page is.
  }
  changed()
}

/** Undefined if there is nothing to offer: on computers, in the installed app, after the hint was closed. */
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

/** iPads say that they are Macs, which have no touch screen. */
function isAppleDevice({ userAgent, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}
