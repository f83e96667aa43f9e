import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder, removeFolders, settings } from '#test/backup-clinic.ts'
import { manifestName, openPlace } from './place.ts'

let backups: string
beforeAll(async () => {
  backups = await newFolder()
  const place = openPlace(settings(await newFolder()), backups)
  await place.files.put(manifestName(place.root, '2026-11-23T02-31-00-000Z'), manifest())
})
afterAll(removeFolders)

async function* manifest() {
  yield Buffer.from('{}')
}

/** The output of the command with a data folder that has no secret. */
async function run(from: string, ...args: string[]) {
  const DATA_DIR = await newFolder()
  const command = ['scripts/restore.ts', '--from', from, ...args]
  const env = { DATA_DIR, LOG_LEVEL: 'silent' }
  const output = await promisify(execFile)(process.execPath, command, { env }).catch((error: unknown) => error)
  return { output, hasSecret: existsSync(join(DATA_DIR, 'secret')) }
}

test.each([['--list'], ['--until', 'latest'], ['--replace']])(
  'restore %s without the secret of the backups says so, and leaves no new secret',
  async (...args) => {
    const { output, hasSecret } = await run(backups, ...args)
    expect(output).toMatchObject({ code: 1, stderr: expect.stringContaining('were made with another secret') })
    expect(hasSecret).toBe(false)
  },
)

test('restore --list says that a folder has no backup, and leaves no new secret', async () => {
  const empty = await newFolder()
  const { output, hasSecret } = await run(empty, '--list')
  expect(output).toMatchObject({ stdout: `There is no backup in ${empty}.\n` })
  expect(hasSecret).toBe(false)
})
