import { expect, test } from 'vitest'
import { createFakeFiles } from '#server/providers/files/fake.ts'
import { deleteSurplusFiles } from './delete-surplus-files.ts'

const names = ['session-recordings/a', 'session-recordings/b', 'session-recordings/wanted', 'transcripts/c']

async function store() {
  const files = createFakeFiles()
  for (const name of names) await files.put(name, once(Buffer.from(name)))
  return files
}

test('a file that cannot be deleted is a finding, and the others are deleted', async () => {
  const stored = await store()
  const files = {
    ...stored,
    async delete(name: string) {
      if (name.endsWith('/a')) throw new Error('The disk is read-only')
      await stored.delete(name)
    },
  }
  expect(await deleteSurplusFiles(files, (name) => name.endsWith('/wanted'))).toEqual({
    deleted: 2,
    findings: [
      expect.stringMatching(
        /^1 file of the replaced installation in session-recordings could not be deleted\. The disk is read-only\. .*run this restore again/,
      ),
    ],
  })
  expect(await stored.list()).toEqual(['session-recordings/a', 'session-recordings/wanted'])
})

test('files stay if it cannot be determined whether they are wanted, or if they cannot be listed', async () => {
  const stored = await store()
  const isWanted = () => Promise.reject(new Error('The database does not respond'))
  expect(await deleteSurplusFiles(stored, isWanted)).toMatchObject({
    deleted: 0,
    findings: [expect.stringContaining('3 files'), expect.stringContaining('1 file of')],
  })
  const list = () => Promise.reject(new Error('The disk is broken'))
  expect(await deleteSurplusFiles({ ...stored, list }, () => false)).toMatchObject({
    deleted: 0,
    findings: [
      expect.stringContaining('in session-recordings could not be listed'),
      expect.stringContaining('in transcripts could not be listed'),
    ],
  })
  expect(await stored.list()).toEqual(names)
})

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
