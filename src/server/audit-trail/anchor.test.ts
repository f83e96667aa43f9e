import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAnchor, resignAnchor, writeAnchor } from './anchor.ts'

const key = Buffer.alloc(32, 7)
const anchor = {
  verifiedAt: '2026-03-02T09:00:00.000Z',
  heads: [{ chain: randomUUID(), seq: 12, hash: 'ab'.repeat(32) }],
}

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attend-anchor-'))
  file = join(folder, 'audit-anchor.json')
})
afterEach(() => rm(folder, { recursive: true }))

test('the anchor file is read as written and is readable by its owner only', async () => {
  await writeAnchor(file, key, anchor)
  expect(await readAnchor(file, key)).toEqual(anchor)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('there is no anchor before the first verification', async () => {
  expect(await readAnchor(file, key)).toBeUndefined()
})

test.each([
  ['another head', (text: string) => text.replace('"seq":12', '"seq":11')],
  ['another hash', (text: string) => text.replace('abab', 'cdcd')],
  ['another time', (text: string) => text.replace('2026', '2027')],
  ['no heads', (text: string) => text.replace(/\[.*\]/, '[]')],
  ['a truncated file', (text: string) => text.slice(0, 40)],
])('an anchor with %s is rejected', async (_, alter) => {
  await writeAnchor(file, key, anchor)
  await writeFile(file, alter(await readFile(file, 'utf8')))
  await expect(readAnchor(file, key)).rejects.toThrow('was changed')
})

test('an anchor is signed again with the current key, and a changed one remains changed', async () => {
  const next = Buffer.alloc(32, 9)
  await writeAnchor(file, key, anchor)
  await resignAnchor(file, [next, key])
  expect(await readAnchor(file, next)).toEqual(anchor)
  await writeFile(file, (await readFile(file, 'utf8')).replace('"seq":12', '"seq":11'))
  await resignAnchor(file, [key, next])
  await expect(readAnchor(file, key)).rejects.toThrow('was changed')
})

test('an anchor signed with another key is rejected', async () => {
  await writeAnchor(file, key, anchor)
  await expect(readAnchor(file, Buffer.alloc(32, 8))).rejects.toThrow('was changed')
})
