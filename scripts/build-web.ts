import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const output = here('../dist/web')
const compressible = /\.(js|css|svg|json)$/
const smallest = 1024

await build({ configFile: here('../vite.config.ts') })
await compress(output)

/** Puts `.br` and `.gz` copies beside the files that get smaller by it; the server prefers them. */
async function compress(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  for (const file of names.filter((name) => compressible.test(name)).map((name) => join(folder, name))) {
    if ((await stat(file)).size < smallest) continue
    const bytes = await readFile(file)
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes))
  }
}
