import { describe, expect, it } from 'vitest'
import { dateIn, dateOfFile } from './file-date.ts'

const zone = 'America/New_York'
const now = new Date('2026-11-22T18:00:00Z')

describe('the date in a name or text', () => {
  it.each([
    ['2026-10-14.m4a', '2026-10-14', null],
    ['Session 2026-10-14 14.03.22.m4a', '2026-10-14', '14:03'],
    ['20261014 140322.m4a', '2026-10-14', '14:03'],
    ['Meeting with M-20261014_140322-Meeting Recording.mp4', '2026-10-14', '14:03'],
    ['GMT20261014-210322_Recording.m4a', '2026-10-14', '17:03'],
    ['GMT20261015-010322_Recording.m4a', '2026-10-14', '21:03'],
    ['2026-10-14T14:03:22Z Ann: Hello', '2026-10-14', '14:03'],
    ['Mon, Jan 5, 2026 10:00AM • 50:12', '2026-01-05', '10:00'],
    ['Transcript\nOctober 14, 2026, 2:03PM\n50m 2s', '2026-10-14', '14:03'],
    ['Date: 10/14/2026', '2026-10-14', null],
    ['10-14-2026 client.wav', '2026-10-14', null],
    ['10/14/2026, 12:05 AM', '2026-10-14', '00:05'],
  ])('a date is found in "%s"', (text, date, startTime) => expect(dateIn(text, zone)).toEqual({ date, startTime }))

  it.each([
    'session.m4a',
    'IMG_4021.mov',
    '00:00:03.500 --> 00:00:09.000',
    'call +1 202 555 0143.wav',
    'x120261014y.wav',
    'v2026.txt',
  ])('no date is found in "%s"', (text) => expect(dateIn(text, zone)).toBeNull())
})

describe('the date of a file', () => {
  const file = (name: string, content: BlobPart = '') => new File([content], name)
  const of = (name: string, content?: BlobPart) => dateOfFile(file(name, content), zone, now)

  it('the date of a file comes from its name, or else from the first lines', async () => {
    expect(await of('2026-10-14.txt', 'Date: 10/13/2026')).toEqual({ date: '2026-10-14', startTime: null })
    expect(await of('a.txt', 'Date: 10/13/2026\nClient: hi')).toEqual({ date: '2026-10-13', startTime: null })
    expect(await of('a.txt', `${'Client: hello.\n'.repeat(100)}We met on 10/13/2026.`)).toBeNull()
  })

  it('the date of a file is null if the found date is impossible', async () => {
    expect(await of('2026-13-40.m4a')).toBeNull()
    expect(await of('2026-02-30.m4a')).toBeNull()
    expect(await of('2026-12-24.m4a')).toBeNull()
    expect(await of('2006-10-14.m4a')).toBeNull()
    expect(await of('2026-11-22 23.30.00.m4a')).toEqual({ date: '2026-11-22', startTime: null })
  })

  it('the date of an MP4 file comes from its creation time', async () => {
    const movie = (seconds: number, before = 100) => {
      const bytes = new Uint8Array(before + 40)
      const view = new DataView(bytes.buffer)
      view.setUint32(before, 0x6d766864)
      view.setUint32(before + 8, seconds)
      return bytes
    }
    const at = Date.parse('2026-10-14T18:03:00Z') / 1000 + 2_082_844_800
    expect(await of('memo.m4a', movie(at))).toEqual({ date: '2026-10-14', startTime: '14:03' })
    expect(await of('memo.m4a', movie(at, 600_000))).toEqual({ date: '2026-10-14', startTime: '14:03' })
    expect(await of('memo.m4a', movie(0))).toBeNull()
    expect(await of('memo.m4a', new Uint8Array(3))).toBeNull()
  })
})
