import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLock } from './lock.ts'

let folder: string
let file: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  folder = await mkdtemp(join(tmpdir(), 'attend-lock-'))
  file = join(folder, 'starting')
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

const makeOld = async () => {
  const tenMinutesAgo = new Date(Date.now() - 600_000)
  await utimes(file, tenMinutesAgo, tenMinutesAgo)
}

test('a lock is not taken while its work lasts, however long', async () => {
  const working = Promise.withResolvers<void>()
  const first = withLock(file, () => working.promise)
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toMatch(new RegExp(`^${process.pid} `))
  await makeOld()
  vi.advanceTimersByTime(30_000)
  await expect.poll(async () => Date.now() - (await stat(file)).mtimeMs).toBeLessThan(60_000)
  const stopping = new AbortController()
  const second = withLock(file, async () => 'taken', stopping.signal)
  stopping.abort()
  await expect(second).rejects.toThrow('aborted')
  working.resolve()
  await first
  expect(await withLock(file, async () => 'free')).toBe('free')
})

test('a lock that its process left is taken, also if another process has the same number', async () => {
  await writeFile(file, String(process.pid))
  await makeOld()
  expect(await withLock(file, async () => 'taken')).toBe('taken')
  await writeFile(file, '999999999')
  expect(await withLock(file, async () => 'taken')).toBe('taken')
})

test('only one of many waiting processes holds an abandoned lock at a time', async () => {
  await writeFile(file, '999999999')
  const holders = { now: 0, most: 0 }
  const work = async () => {
    holders.most = Math.max(holders.most, ++holders.now)
    await setTimeout(5)
    holders.now--
  }
  await Promise.all(Array.from({ length: 20 }, () => withLock(file, work)))
  expect(holders).toEqual({ now: 0, most: 1 })
  expect(await readdir(folder)).toEqual([])
})

test('the end of work does not remove a lock that another process has acquired in the meantime', async () => {
  await withLock(file, async () => {
    await writeFile(file, '1 other')
  })
  expect(await readFile(file, 'utf8')).toBe('1 other')
})
