import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { keyring } from '#server/keyring.ts'
import { buildClient } from '#test/build.ts'
import { putLive, spokenWebm, startLive } from '#test/live.ts'
import { uploadMetadata, putChunk, sender, wav } from '#test/upload.ts'
import { createWorld, type World } from '#test/world.ts'
import { openChunk, sealChunk } from './sealed-chunk.ts'

const master = Buffer.alloc(32, 1)
const keys = keyring(master)
const place = { recordingId: '0197f0c0-0000-7000-8000-000000000001', n: 3 }
const content = Buffer.from('the audio of one chunk')

describe('an encrypted chunk', () => {
  test('an encrypted chunk decrypts in its own recording and number, and is as long as its content', () => {
    const sealed = sealChunk(keys, place, content)
    expect(sealed.data).toHaveLength(content.length)
    expect(sealed.data.equals(content)).toBe(false)
    expect(openChunk(keys, place, sealed).equals(content)).toBe(true)
  })

  test('the same chunk is encrypted differently each time', () => {
    expect(sealChunk(keys, place, content).data.equals(sealChunk(keys, place, content).data)).toBe(false)
  })

  test.each([
    ['under another number', keys, { ...place, n: 4 }],
    ['in another recording', keys, { ...place, recordingId: '0197f0c0-0000-7000-8000-000000000002' }],
    ['with another master key', keyring(Buffer.alloc(32, 2)), place],
  ])('an encrypted chunk does not decrypt %s', (_, otherKeys, otherPlace) => {
    const sealed = sealChunk(keys, place, content)
    expect(() => openChunk(otherKeys, otherPlace, sealed)).toThrow(/altered|not set up/)
  })

  test('an encrypted chunk does not decrypt after one bit of its data or tag changed', () => {
    for (const part of ['data', 'seal'] as const) {
      const { data, seal } = sealChunk(keys, place, content)
      const changed = { data: Buffer.from(data), seal: Buffer.from(seal ?? []) }
      const last = changed[part].length - 1
      changed[part].writeUInt8(changed[part].readUInt8(last) ^ 1, last)
      expect(() => openChunk(keys, place, changed)).toThrow('altered')
    }
  })

  test('an encrypted chunk decrypts with a former master key after a rotation', () => {
    const sealed = sealChunk(keys, place, content)
    expect(openChunk(keyring(Buffer.alloc(32, 2), [master]), place, sealed).equals(content)).toBe(true)
  })

  test('a chunk that was stored before encryption was introduced is returned unchanged', () => {
    expect(openChunk(keys, place, { data: content, seal: null })).toBe(content)
  })
})

describe('the disk of the database', () => {
  const marker = Buffer.from('a marker that only audio holds, 7f2c91ae')
  const control = 'a control that stands in a row, 55d1e0b7'
  let world: World
  beforeAll(async () => (world = await createWorld()))
  afterAll(() => world.close())

  /** Returns the files of this database and of the write-ahead log that contain the bytes. */
  async function filesWith(bytes: Buffer): Promise<string[]> {
    const admin = new pg.Client({ connectionString: inject('adminUrl') })
    await admin.connect()
    await admin.query('checkpoint')
    const { rows } = await admin.query<{ cluster: string; folder: string }>(
      "select current_setting('data_directory') as cluster, 'base/' || oid as folder from pg_database where datname = $1",
      [new URL(world.urls.app_web).pathname.slice(1)],
    )
    await admin.end()
    const { cluster = '', folder = '' } = rows[0] ?? {}
    const found: string[] = []
    for (const part of [folder, 'pg_wal']) {
      const entries = await readdir(join(cluster, part), { withFileTypes: true })
      for (const entry of entries.filter((each) => each.isFile())) {
        const path = join(entry.parentPath, entry.name)
        // PostgreSQL deletes and recycles log files at any time.
        const file = await readFile(path).catch(() => Buffer.alloc(0))
        if (file.includes(bytes)) found.push(path)
      }
    }
    return found
  }

  test('no database file and no WAL segment contains the audio of an upload or a live recording', async () => {
    const { id: clientId, therapistId } = await buildClient(world)
    const me = await sender(world, therapistId)
    const audio = Buffer.concat([wav(0.2), marker])
    const { id } = await me.api.recordings.startUpload(uploadMetadata(clientId, audio))
    expect(await putChunk(me, id, 0, audio)).toEqual({ status: 204 })
    const { sessionId } = await startLive(me, clientId)
    const spoken = Buffer.concat([await spokenWebm(), marker])
    expect(await putLive(me, sessionId, { bytes: spoken, n: 0 })).toMatchObject({ status: 200 })
    await world.db.updateTable('users').set({ last_name: control }).where('id', '=', therapistId).execute()

    expect(await filesWith(marker)).toEqual([])
    // Control: the search finds content that is stored unencrypted.
    const files = await filesWith(Buffer.from(control))
    expect(files.some((file) => file.includes('pg_wal'))).toBe(true)
    expect(files.some((file) => file.includes('base'))).toBe(true)
  })
})
