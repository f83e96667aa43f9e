import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder, removeFolders, settings } from '#test/backup-clinic.ts'
import { manifestName, openPlace } from './place.ts'
import { archiveOf, baseName, segmentName } from './wal/archive-place.ts'

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

/** The output of the command with an empty data folder. */
async function run(from: string, args: string[], secret: Record<string, string> = {}) {
  const DATA_DIR = await newFolder()
  const command = ['scripts/restore.ts', '--from', from, ...args]
  const env = { DATA_DIR, LOG_LEVEL: 'silent', ...secret }
  const output = await promisify(execFile)(process.execPath, command, { env }).catch((error: unknown) => error)
  return { output, hasSecret: existsSync(join(DATA_DIR, 'secret')) }
}

test.each([['--list'], ['--until', 'latest'], ['--replace']])(
  'restore %s without the secret of the backups says so, and leaves no new secret',
  async (...args) => {
    const { output, hasSecret } = await run(backups, args)
    expect(output).toMatchObject({ code: 1, stderr: expect.stringContaining('were made with another secret') })
    expect(hasSecret).toBe(false)
  },
)

test('restore --list says that a folder has no backup, and leaves no new secret', async () => {
  const empty = await newFolder()
  const { output, hasSecret } = await run(empty, ['--list'])
  expect(output).toMatchObject({ stdout: `There is no backup in ${empty}.\n` })
  expect(hasSecret).toBe(false)
})

test.each([
  ['--until', 'yesterday'],
  ['--until', '2026-11-26T17:30:00'],
  ['--wrong-option', '1'],
])('restore %s %s is rejected, and leaves no new secret', async (...args) => {
  const { output, hasSecret } = await run(backups, args)
  expect(output).toMatchObject({ code: 1, stderr: expect.stringMatching(/time with its time zone|--wrong-option/) })
  expect(hasSecret).toBe(false)
})

test('restore from a bucket without its keys is rejected, and leaves no new secret', async () => {
  const { output, hasSecret } = await run('https://store.example/backups', ['--until', 'latest'])
  expect(output).toMatchObject({ code: 1, stderr: expect.stringContaining('BACKUP_S3_ACCESS_KEY_ID') })
  expect(hasSecret).toBe(false)
})

test('restore --list says that a place has only archived changes, once one of its copies is complete', async () => {
  const folder = await newFolder()
  const config = settings(await newFolder())
  const secret = { APP_SECRET: config.secret }
  const place = openPlace(config, folder)
  const archive = archiveOf(place, '7400000000000000001')
  await place.files.put(segmentName(archive, '000000010000000000000001'), manifest())
  const early = await run(folder, ['--list'], secret)
  expect(early.output).toMatchObject({ stdout: `There is no backup in ${folder}.\n` })
  await place.files.put(baseName(archive, '2026-11-23T02-31-00-000Z'), manifest())
  const found = `There is no backup in ${folder}, only archived changes: restore them with --until.`
  const listed = await run(folder, ['--list'], secret)
  expect(listed.output).toMatchObject({ stdout: `${found}\n` })
  const restored = await run(folder, ['--replace'], secret)
  expect(restored.output).toMatchObject({ code: 1, stderr: expect.stringContaining(`${found} Nothing was changed.`) })
})
