import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeLeftovers, withWorkFolder } from './work-folder.ts'

let root = ''
beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'attend-work-')), 'work')
})
afterEach(() => rm(dirname(root), { recursive: true }))

test('a work folder is readable by its owner only and is removed with its content', async () => {
  const result = await withWorkFolder(root, async (folder) => {
    expect((await stat(folder)).mode & 0o077).toBe(0)
    await writeFile(join(folder, 'audio'), 'x')
    return 'done'
  })
  expect(result).toBe('done')
  expect(await readdir(root)).toEqual([])
})

test('a work folder is removed when the work fails', async () => {
  await expect(withWorkFolder(root, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await readdir(root)).toEqual([])
})

test('work folders of killed processes of this machine are removed, but none in use', async () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  const machine = hostname().replaceAll(/[^A-Za-z0-9.]/g, '')
  await withWorkFolder(root, async (mine) => {
    await mkdir(join(root, `${machine}-${ended}-abc`))
    await mkdir(join(root, `${machine}-${process.pid}-earlier`))
    await mkdir(join(root, `${machine}-${process.ppid}-running`))
    await mkdir(join(root, `elsewhere-${ended}-abc`))
    await withWorkFolder(root, async (other) => {
      const expected = [basename(mine), basename(other), `${machine}-${process.ppid}-running`, `elsewhere-${ended}-abc`]
      expect((await readdir(root)).toSorted()).toEqual(expected.toSorted())
    })
  })
})

test('old work folders of other machines are removed, but no new ones', async () => {
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
  for (const [name, age] of [
    ['c0ffee-7-abc', 49],
    ['c0ffee-1-def', 25],
    ['beef-1-abc', 23],
  ] as const) {
    await mkdir(join(root, name), { recursive: true })
    await writeFile(join(root, name, 'audio'), 'x')
    await utimes(join(root, name), hours(age), hours(age))
  }
  await removeLeftovers(root)
  expect(await readdir(root)).toEqual(['beef-1-abc'])
})

test('a work folder in use stays while other tasks start and end', async () => {
  const task = async (folder: string) => {
    await writeFile(join(folder, 'audio'), folder)
    expect(await readFile(join(folder, 'audio'), 'utf8')).toBe(folder)
  }
  const one = async () => {
    for (let turn = 0; turn < 20; turn++) await withWorkFolder(root, task)
  }
  await Promise.all(Array.from({ length: 20 }, one))
  expect(await readdir(root)).toEqual([])
})
