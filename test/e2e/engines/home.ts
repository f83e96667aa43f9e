import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `use` with an empty home folder for a browser, and deletes the folder. */
export async function withHome(use: (home: string, env: Record<string, string>) => Promise<void>): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'attend-home-'))
  try {
    // WebKit reads from this file whether motion is reduced. Firefox has a preference for it.
    const gtk = join(home, '.config', 'gtk-3.0')
    await mkdir(gtk, { recursive: true })
    await writeFile(join(gtk, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
    await use(home, { PATH: process.env['PATH'] ?? '', HOME: home, XDG_RUNTIME_DIR: home, LANG: 'C.UTF-8' })
  } finally {
    // A browser that was just killed may still write files.
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
}
