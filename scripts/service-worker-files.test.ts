import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeFileList } from './service-worker-files.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'attend-worker-'))))
afterEach(() => rm(folder, { recursive: true }))

/** The script of a build whose file has this additional text. */
async function build(changed?: string): Promise<string> {
  await cp('src/web/public', folder, { recursive: true })
  if (changed !== undefined) await writeFile(join(folder, changed), 'new', { flag: 'a' })
  await writeFileList(folder, ['/assets/app-1.js'])
  return readFile(join(folder, 'service-worker.js'), 'utf8')
}

test('a build without changes has the same service worker', async () => {
  const first = await build()
  expect(first).toContain('"/offline.html"')
  expect(first).toContain('"/assets/app-1.js"')
  expect(await build()).toBe(first)
})

test.each(['offline.html', 'offline.js', 'color-scheme.js', 'icon.svg'])(
  'a change of %s gives the service worker another version',
  async (file) => {
    const first = await build()
    expect(await build(file)).not.toBe(first)
  },
)
