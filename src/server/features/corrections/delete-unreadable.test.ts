import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createFiles } from '#server/providers/files/create.ts'
import type { Files } from '#server/providers/files/port.ts'
import { buildRecord, type ClientRecord } from '#test/authorization/records.ts'
import { buildTherapistWithClient, type Clinic } from '#test/clinic.ts'
import { wav } from '#test/upload.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

const masterKey = randomBytes(32)

let folder: string
let files: Files
let world: World
let clinic: Clinic
let therapist: Api
let record: ClientRecord

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attend-files-'))
  files = createFiles({ kind: 'local', folder, masterKey })
  world = await createWorld({ providers: { files } })
  ;({ clinic, therapist } = await buildTherapistWithClient(world, 'Europe/Berlin'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  record = await buildRecord(world, clinic)
})

const remove = (what: 'recording' | 'session') =>
  therapist.corrections.delete({ sessionId: record.sessionId, what, reason: 'wrong file' })

const audio = () => Readable.from([wav(0.2)])

test.each([
  ['was overwritten', (name: string) => files.putSealed(name, Readable.from([randomBytes(500)]))],
  ['was truncated', (name: string) => files.putSealed(name, Readable.from([randomBytes(10)]))],
  [
    'was encrypted with a key that is missing',
    (name: string) => createFiles({ kind: 'local', folder, masterKey: randomBytes(32) }).put(name, audio()),
  ],
  [
    'has a damaged end',
    async (name: string) => {
      const parts: Uint8Array[] = []
      for await (const part of (await files.getSealed(name))?.body ?? []) parts.push(part)
      const sealed = Buffer.concat(parts)
      await files.putSealed(name, Readable.from([sealed.fill(0, sealed.length - 40)]))
    },
  ],
])('a recording whose stored file %s can be deleted, with a receipt without its hash', async (_state, damage) => {
  await damage(`recordings/${record.sessionId}`)
  const { contents, fileCount } = await remove('recording')
  expect(contents).toMatchObject([{ what: 'recording', bytes: wav(0.2).length, sha256: null }])
  expect(fileCount).toBe(1)
})

test('a session whose stored audio is damaged can be deleted', async () => {
  await files.putSealed(`recordings/${record.sessionId}`, Readable.from([randomBytes(500)]))
  expect((await remove('session')).contents[0]).toMatchObject({ what: 'recording', sha256: null })
})

test('a recording is not deleted during an outage of the file store', async () => {
  const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  vi.spyOn(files, 'get').mockRejectedValueOnce(outage)
  await expect(remove('recording')).rejects.toMatchObject({ code: expect.any(String) })
  const { contents } = await remove('recording')
  expect(contents).toMatchObject([{ what: 'recording', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }])
})
