import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newFolder, removeFolders, settings } from '#test/backup-clinic.ts'
import { collectBytes } from '#server/providers/files/blocks.ts'
import { createFiles } from '#server/providers/files/create.ts'
import type { Files } from '#server/providers/files/port.ts'
import { type BackupPlace, fileName, openPlace } from './place.ts'
import { restoreFiles } from './restore-files.ts'

afterAll(removeFolders)

const name = 'session-recordings/a.webm'
const store = async (masterKey: Buffer, formerKeys: readonly Buffer[] = []) =>
  createFiles({ kind: 'local', folder: await newFolder(), masterKey, formerKeys })

async function contentOf(files: Files): Promise<string> {
  const file = await files.get(name)
  return file ? (await collectBytes(file.body)).toString() : ''
}

/** Stores a file with this key, and copies it to the place of the backups. */
async function backUp(place: BackupPlace, masterKey: Buffer, text: string) {
  const files = await store(masterKey)
  await files.put(name, once(Buffer.from(text)))
  const sealed = await files.getSealed(name)
  if (!sealed) throw new Error('The file is missing')
  await place.files.put(fileName(place.root, sealed.id), sealed.body)
  return { name, id: sealed.id, size: sealed.size }
}

test('a file is replaced only by a copy that can be read', async () => {
  const place = openPlace(settings(await newFolder(), { BACKUP_TO: await newFolder() }))
  const [key, formerKey] = [randomBytes(32), randomBytes(32)]
  const copied = await backUp(place, formerKey, 'the copy '.repeat(100_000))
  const files = await store(key)
  await files.put(name, once(Buffer.from('the existing file')))
  await expect(restoreFiles(place, files, [copied], () => undefined)).rejects.toThrow('existing file was not replaced')
  await expect(restoreFiles(place, files, [{ ...copied, id: 'ab' }], () => undefined)).rejects.toThrow(
    'existing file was not replaced',
  )
  expect(await contentOf(files)).toBe('the existing file')

  const both = await store(key, [formerKey])
  await both.put(name, once(Buffer.from('the existing file')))
  await restoreFiles(place, both, [copied], () => undefined)
  expect(await contentOf(both)).toBe('the copy '.repeat(100_000))
})

test.for([
  ['truncated', (bytes: Buffer) => bytes.subarray(0, 68)],
  ['changed', (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 70 ? byte ^ 1 : byte)))],
] as const)('an existing file that was %s is replaced by its copy', async ([, damage]) => {
  const place = openPlace(settings(await newFolder(), { BACKUP_TO: await newFolder() }))
  const masterKey = randomBytes(32)
  const copied = await backUp(place, masterKey, 'the copy')
  const folder = await newFolder()
  const files = createFiles({ kind: 'local', folder, masterKey })
  await restoreFiles(place, files, [copied], () => undefined)
  const path = join(folder, name)
  await writeFile(path, damage(await readFile(path)))
  await expect(contentOf(files)).rejects.toThrow('The stored file was')

  await expect(restoreFiles(place, files, [{ ...copied, id: 'ab' }], () => undefined)).rejects.toThrow(name)
  await restoreFiles(place, files, [copied], () => undefined)
  expect(await contentOf(files)).toBe('the copy')
})

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
