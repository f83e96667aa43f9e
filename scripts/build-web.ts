import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { linksOf, pagePreloads } from './page-preloads.ts'
import { writeServiceWorker } from './service-worker-files.ts'
import { chunkGroups, filesOf } from './vite-chunks.ts'

const pathTo = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const output = pathTo('../dist/web')
const compressiblePattern = /\.(js|css|svg|json)$/
const minCompressedBytes = 1024

const configFile = pathTo('../vite.config.ts')
const codeSplitting = chunkGroups(chunksOf(await build({ configFile, logLevel: 'warn', build: { write: false } })))
const chunks = chunksOf(await build({ configFile, build: { rolldownOptions: { output: { codeSplitting } } } }))
await writePages(chunks)
await writeServiceWorker(output, chunks)
await compress(output)
// Written last, so that an interrupted build does not count as complete.
await writeFile(pathTo('../dist/web.complete'), '')

function chunksOf(built: Awaited<ReturnType<typeof build>>): Rolldown.OutputChunk[] {
  if (!('output' in built)) throw new Error('The pages were not built')
  return built.output.filter((file) => file.type === 'chunk')
}

/** Writes the document of each app with links to the app's files, and `preloads.json` with the links of each page. */
async function writePages(built: readonly Rolldown.OutputChunk[]): Promise<void> {
  const page = await readFile(join(output, 'index.html'), 'utf8')
  await writeFile(join(output, 'index.html'), withLinks(page, linksOf(filesOf(built, '/app/auth-app.tsx'))))
  await writeFile(join(output, 'app.html'), withLinks(page, linksOf(filesOf(built, '/app/app.tsx'))))
  await writeFile(
    join(output, 'preloads.json'),
    JSON.stringify(pagePreloads(built, await readdir(join(output, 'assets')))),
  )
}

function withLinks(page: string, links: readonly string[]): string {
  const missing = links.filter((link) => !page.includes(link.replace(/.*href=/, '')))
  return page.replace('  </head>', `${missing.map((link) => `    ${link}\n`).join('')}  </head>`)
}

/** Writes `.br` and `.gz` copies of text files of at least 1 KB. The server prefers the copies. */
async function compress(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  for (const file of names.filter((name) => compressiblePattern.test(name)).map((name) => join(folder, name))) {
    if ((await stat(file)).size < minCompressedBytes) continue
    const bytes = await readFile(file)
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes))
  }
}
