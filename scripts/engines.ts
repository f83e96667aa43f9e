import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages } from './browser.ts'

/** Debian's packages with what the journeys in Firefox and WebKit run, and whether it is here. */
const packages: Readonly<Record<string, () => boolean>> = {
  'firefox-esr': () => findFirefox() !== undefined,
  'webkit2gtk-driver': () => findMiniBrowser() !== undefined && isOnPath('WebKitWebDriver'),
  xvfb: () => isOnPath('Xvfb'),
  pulseaudio: () => isOnPath('pulseaudio') && isOnPath('paplay'),
}

/** The Firefox of this machine: the one that `FIREFOX_PATH` names, or the system's. */
export function findFirefox(): string | undefined {
  return process.env['FIREFOX_PATH'] ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))
}

/** The small browser that comes with WebKitGTK. */
export function findMiniBrowser(): string | undefined {
  return globSync('/usr/{lib,libexec}{,/*}/webkit2gtk-4.*/MiniBrowser')[0]
}

/** Finds what the journeys in Firefox and WebKit run, or installs it as root on Debian. Says what is missing otherwise. */
export async function provideEngines(): Promise<boolean> {
  const missing = () => Object.keys(packages).filter((name) => !packages[name]?.())
  if (missing().length > 0) await installPackages(...missing())
  const left = missing()
  if (left.length > 0)
    console.error(
      `The journeys in Firefox and WebKit need more. Install it (Debian: apt-get install ${left.join(' ')}).`,
    )
  return left.length === 0
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}
