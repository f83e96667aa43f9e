import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { execute } from './steps.ts'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The Chromium of this machine: the one that `CHROMIUM_PATH` names, Playwright's own, or the system's. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  return [chromium.executablePath(), ...installed].find((path) => existsSync(path))
}

/** Finds a Chromium, or installs one: Playwright's own, else as root the system's package. Says how when neither works. */
export async function provideBrowser(): Promise<string | undefined> {
  const attempts = [
    async () => undefined,
    () => execute('playwright', ['install', 'chromium']),
    async () => {
      if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
      await execute('apt-get', ['update', '-qq'])
      await execute('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
    },
  ]
  for (const attempt of attempts) {
    await attempt()
    const found = findBrowser()
    if (found) return found
  }
  console.error('No Chromium was found. Install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.')
  return undefined
}
