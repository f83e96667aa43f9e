import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listFailures, PlaywrightFailures, VitestFailures } from './failures.ts'
import { execute } from './steps.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attend-failures-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Stores a test file with a test that fails and one that passes, in a folder without packages. */
async function store(name: string, framework: string): Promise<void> {
  const source = `import { expect, test } from '${import.meta.resolve(framework)}'
test.describe('clients', () => {
  test('an archived client is listed', () => expect(['Ada', 'Ben']).toEqual(['Ada']))
  test('a client has a name', () => expect('Ada').toBe('Ada'))
})
`
  await writeFile(join(folder, name), source)
}

async function report(): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
}

test('a failed test of Vitest, and a file that cannot be read, are named with their messages', async () => {
  await store('clients.test.ts', 'vitest')
  await writeFile(join(folder, 'broken.test.ts'), `throw new Error('no such folder')\n`)
  await writeFile(join(folder, 'vitest.config.mjs'), 'export default {}\n')
  const args = ['run', '--root', folder, '--reporter=json', `--outputFile=${join(folder, 'report.json')}`]
  await execute('vitest', args, { quiet: true })
  const text = listFailures(VitestFailures.parse(await report()))
  expect(text).toContain('clients.test.ts › clients an archived client is listed\n')
  expect(text).toContain("expected [ 'Ada', 'Ben' ] to deeply equal [ 'Ada' ]")
  expect(text).toMatch(/^Failed: .*broken\.test\.ts\n {2}no such folder/m)
  expect(text.match(/^Failed: /gm)).toHaveLength(2)
})

test('a failed test of Playwright is named with its place and message, without colors', async () => {
  await store('clients.spec.mjs', '@playwright/test')
  await writeFile(join(folder, 'playwright.config.mjs'), `export default { projects: [{ name: 'pages' }] }\n`)
  const args = ['test', '--config', join(folder, 'playwright.config.mjs'), '--reporter=json']
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'report.json'), FORCE_COLOR: '1' }
  await execute('playwright', args, { quiet: true, env })
  const text = listFailures(PlaywrightFailures.parse(await report()))
  expect(text).toMatch(/^Failed: \[pages\] clients\.spec\.mjs:3 › an archived client is listed\n/)
  expect(text).toContain('+   "Ben",')
  expect(text.match(/^Failed: /gm)).toHaveLength(1)
  expect(text.split('\n').length).toBeLessThanOrEqual(13)
})
