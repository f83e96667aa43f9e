import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages } from './browser.ts'

/** Debian packages for the tests in Firefox and WebKit, each with a check whether it is installed. */
const packages: Readonly<Record<string, () => boolean>> = {
  'firefox-esr': () => findFirefox() !== undefined,
  'webkit2gtk-driver': () => findMiniBrowser() !== undefined && isOnPath('WebKitWebDriver'),
  // The MediaRecorder of WebKitGTK needs the transcoder.
  'gstreamer1.0-plugins-bad': () => globSync('/usr/lib/*/gstreamer-1.0/libgsttranscode.so').length > 0,
  xvfb: () => isOnPath('Xvfb'),
  pulseaudio: () => isOnPath('pulseaudio') && isOnPath('paplay'),
}

/** The Firefox of this machine: `FIREFOX_PATH`, or the system's. */
export function findFirefox(): string | undefined {
  return process.env['FIREFOX_PATH'] ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))
}

/** The small browser that WebKitGTK includes. */
export function findMiniBrowser(): string | undefined {
  return globSync('/usr/{lib,libexec}{,/*}/webkit2gtk-4.*/MiniBrowser')[0]
}

/**
 * Finds the programs for the tests in Firefox and WebKit, or installs them (as root on Debian). Prints what is missing.
 */
export async function provideEngines(): Promise<boolean> {
  const missingPackages = () => Object.keys(packages).filter((name) => !packages[name]?.())
  if (missingPackages().length > 0) await installPackages(...missingPackages())
  const stillMissing = missingPackages()
  if (stillMissing.length > 0)
    console.error(
      `The tests in Firefox and WebKit need more packages. Install them (Debian: apt-get install ${stillMissing.join(' ')}).`,
    )
  return stillMissing.length === 0
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}
