import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { filesOf, frequentPages, pageComponent } from './vite-chunks.ts'

/** Writes the files that the service worker stores, and their version, into its script. */
export async function writeServiceWorker(folder: string, built: readonly Rolldown.OutputChunk[]): Promise<void> {
  const needed = [
    '/app/auth-app.tsx',
    '/pages/login.tsx',
    '/app/app.tsx',
    `/shell-route${pageComponent}`,
    ...frequentPages.map((name) => `/pages/${name}${pageComponent}`),
  ].map((end) => filesOf(built, end))
  const assets = new Set(needed.flatMap(({ scripts, styles }) => [...scripts, ...styles]).map((file) => `/${file}`))
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  for (const [, file = ''] of page.matchAll(/href="(\/assets\/[^"]+)"/g)) assets.add(file)
  await writeFileList(folder, assets)
}

/** Files whose names have no hash, so that the version must depend on their content. */
const unhashed = ['/offline.html', '/offline.js', '/color-scheme.js', '/icon.svg']

/** Writes the list of files, and a version that changes with any of them, into the script in the folder. */
export async function writeFileList(folder: string, assets: Iterable<string>): Promise<void> {
  const files = [...unhashed, ...assets]
  const script = await readFile(join(folder, 'service-worker.js'), 'utf8')
  const hash = createHash('sha256').update(script).update(files.join())
  for (const file of unhashed) hash.update(await readFile(join(folder, file)))
  const version = hash.digest('hex').slice(0, 12)
  const written = script
    .replace("version = 'development'", `version = '${version}'`)
    .replace('files = []', `files = ${JSON.stringify(files)}`)
  if (!written.includes(version) || !written.includes(files.join('","')))
    throw new Error('The service worker has no place for its files')
  await writeFile(join(folder, 'service-worker.js'), written)
}
