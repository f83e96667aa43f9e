import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { newFolder, removeFolders, settings } from '#test/backup-clinic.ts'
import { compressed } from '../compression.ts'
import { openPlace } from '../place.ts'
import { type Archive, archiveOf, baseName, segmentName, writeJson } from './archive-place.ts'
import { findBase } from './find-base.ts'
import { fetchSegments, walFolder } from './recover.ts'

let archive: Archive

beforeEach(async () => {
  archive = archiveOf(openPlace(settings(await newFolder(), { BACKUP_TO: await newFolder() })), '7000')
})
afterAll(removeFolders)

const at = (hour: number) => new Date(Date.UTC(2026, 10, 23, hour))

async function addBase(id: string, hour: number, firstSegment: string, lastSegment?: string): Promise<void> {
  const base = { format: 1, endedAt: at(hour).toISOString(), firstSegment, lastSegment, files: [] }
  await writeJson(archive.place, baseName(archive, id), base)
}

const addSegment = (name: string, text = '') =>
  archive.place.files.put(segmentName(archive, name), compressed(once(Buffer.from(text))))

async function addTimeline(id: string, hour: number, history: string): Promise<void> {
  await addSegment(`${id}.history`, history)
  await writeJson(archive.place, `${archive.folder}/timelines/${id}`, { startedAt: at(hour).toISOString() })
}

const find = async (until: Date | 'latest') => {
  const { id, timeline } = await findBase(archive.place, until)
  return { id, timeline }
}

test('a moment is restored from a copy that was complete before its timeline left that of the copy', async () => {
  await addBase('a', 1, '000000010000000000000002', '000000010000000000000003')
  await addBase('b', 5, '000000010000000000000005', '000000010000000000000007')
  // At 8 o'clock the state at 4 o'clock was restored, during copy b.
  await addTimeline('00000002', 8, '1\t0/6000060\tbefore 2026-11-23 04:00:00+00\n')
  expect(await find('latest')).toEqual({ id: 'a', timeline: '00000002' })
  expect(await find(at(9))).toEqual({ id: 'a', timeline: '00000002' })
  expect(await find(at(7))).toEqual({ id: 'b', timeline: '00000001' })
  expect(await find(at(4))).toEqual({ id: 'a', timeline: '00000001' })
  await addBase('c', 10, '000000020000000000000006', '000000020000000000000006')
  expect(await find('latest')).toEqual({ id: 'c', timeline: '00000002' })
  // At 12 o'clock the state at 6 o'clock was restored, which had been abandoned.
  await addTimeline('00000003', 12, '1\t0/8000060\tbefore 2026-11-23 06:00:00+00\n')
  expect(await find('latest')).toEqual({ id: 'b', timeline: '00000003' })
  expect(await find(at(11))).toEqual({ id: 'c', timeline: '00000002' })
})

test('copies of earlier versions, without their end and without history, can be restored', async () => {
  await addBase('a', 1, '000000010000000100000002')
  await addBase('b', 5, '000000020000000100000004')
  expect(await find(at(4))).toEqual({ id: 'a', timeline: '00000001' })
  expect(await find('latest')).toEqual({ id: 'b', timeline: '00000002' })
  await addTimeline('00000003', 6, '1\t1/3000060\tx\n\n2\t1/4000060\tx\n')
  expect(await find('latest')).toEqual({ id: 'a', timeline: '00000003' })
})

test('a restore fetches only the WAL from the start of its copy, and all history files', async () => {
  const needed = ['000000010000000000000005', '000000010000000000000006', '000000020000000000000006']
  for (const name of ['000000010000000000000002', '000000010000000000000004', ...needed]) await addSegment(name)
  await addTimeline('00000002', 8, '1\t0/6000060\tx\n')
  const path = await newFolder()
  await fetchSegments(archive, '000000010000000000000005', { path, user: undefined })
  expect((await readdir(join(path, walFolder))).toSorted()).toEqual([...needed, '00000002.history'].toSorted())
})

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
