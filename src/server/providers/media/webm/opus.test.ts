import { expect, test } from 'vitest'
import { opusMilliseconds, readOpusHead } from './opus.ts'

/** A packet's first byte: configuration, mono, and the number of frames. */
const toc = (config: number, code: number) => config * 8 + code

test.each([
  ['SILK, 10 ms', [toc(0, 0)], 10],
  ['SILK, 60 ms', [toc(3, 0)], 60],
  ['SILK wideband, two of 40 ms', [toc(10, 1)], 80],
  ['hybrid, 20 ms', [toc(13, 0)], 20],
  ['CELT, 2.5 ms', [toc(16, 0)], 2.5],
  ['CELT, two of 20 ms of different length', [toc(31, 2)], 40],
  ['CELT, three of 20 ms, as Chromium writes', [toc(31, 3), 3], 60],
  ['a count with padding and of different lengths', [toc(31, 3), 0b1100_0011], 60],
  ['nothing', [], 0],
])('opusMilliseconds measures a packet: %s', (_name, bytes, milliseconds) => {
  expect(opusMilliseconds(Uint8Array.from(bytes))).toBe(milliseconds)
})

const head = (channels: number, family: number) =>
  Buffer.concat([Buffer.from('OpusHead'), Buffer.from([1, channels, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, family])])

test('an Opus header gives the channels and the time to skip', () => {
  expect(readOpusHead(head(2, 0))).toMatchObject({ channels: 2, preSkip: 6.5 })
})

test.each([
  ['of surround sound', head(6, 1)],
  ['cut off', head(1, 0).subarray(0, 18)],
  ['of another codec', Buffer.alloc(19, 'vorbis')],
])('readOpusHead rejects an Opus header %s', (_name, bytes) => {
  expect(readOpusHead(bytes)).toBeNull()
})
