import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { execute } from './steps.ts'

const shellPath = '/usr/bin/chromium-headless-shell'
const chromiumPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** How to launch a browser. Without a path, Playwright launches its own headless shell. */
export interface Browser {
  executablePath?: string
}

/** The full Chromium of this machine: `CHROMIUM_PATH`, Playwright's own, or the system's. */
export function findBrowser(): Browser | undefined {
  const executablePath =
    process.env['CHROMIUM_PATH'] ?? [ownBrowserPath(), ...chromiumPaths].find((path) => existsSync(path))
  return executablePath === undefined ? undefined : { executablePath }
}

/**
 * Chromium's headless shell, Playwright's own or the system's. It has no window and no media, and loads a page in two
 * thirds of the time. Undefined if there is none, or if `CHROMIUM_PATH` is set.
 */
export function findShell(): Browser | undefined {
  if (process.env['CHROMIUM_PATH']) return undefined
  if (existsSync(ownBrowserPath())) return {}
  return existsSync(shellPath) ? { executablePath: shellPath } : undefined
}

/**
 * Finds Chromium and its headless shell, or installs them: Playwright's own, otherwise the system's (as root). The
 * shell is optional.
 */
export async function provideBrowser(): Promise<Browser | undefined> {
  const hasAll = () => Boolean(process.env['CHROMIUM_PATH'] ?? (findBrowser() && findShell()))
  if (!hasAll()) await execute('playwright', ['install', 'chromium'])
  if (!hasAll()) await installPackages('chromium', 'chromium-headless-shell')
  if (!findBrowser()) await installPackages('chromium')
  const found = findBrowser()
  if (!found)
    console.error('No Chromium was found. Install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.')
  return found
}

/** Path of Playwright's own browser once it is installed, always together with its headless shell. */
function ownBrowserPath(): string {
  return chromium.executablePath()
}

/** Installs Debian packages, as root only. */
export async function installPackages(...names: string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  await execute('apt-get', ['update', '-qq'])
  await execute('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names])
}
