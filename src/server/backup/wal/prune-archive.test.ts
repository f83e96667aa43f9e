import { afterAll, expect, test } from 'vitest'
import { newFolder, removeFolders, settings } from '#test/backup-clinic.ts'
import { openPlace } from '../place.ts'
import { archiveOf, baseName, listBases, listSegments, segmentName, writeJson } from './archive-place.ts'
import { pruneArchive } from './take-base.ts'

afterAll(removeFolders)

test('the WAL of a new timeline stays if an older copy has a higher position on an abandoned one', async () => {
  const archive = archiveOf(openPlace(settings(await newFolder(), { BACKUP_TO: await newFolder() })), '7000')
  const addBase = (id: string, firstSegment: string) =>
    writeJson(archive.place, baseName(archive, id), {
      format: 1,
      endedAt: '2026-11-23T01:00:00.000Z',
      firstSegment,
      lastSegment: firstSegment,
      files: [],
    })
  await addBase('a', '000000010000000000000002')
  await addBase('b', '000000010000000000000009')
  await addBase('c', '000000020000000000000006')
  const needed = [
    '000000010000000000000009',
    '00000002.history',
    '000000020000000000000006',
    '000000020000000000000007',
    '000000020000000000000008',
  ]
  for (const segment of ['000000010000000000000002', '000000010000000000000005', ...needed])
    await writeJson(archive.place, segmentName(archive, segment), {})
  await pruneArchive(archive, 2)
  expect(await listBases(archive)).toEqual(['b', 'c'])
  expect(await listSegments(archive)).toEqual(needed)
})
