import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeWav } from '#shared/audio/wav.ts'
import { MediaError } from './media-error.ts'
import { probeMedia } from './probe.ts'
import { readWav, readWavLayout } from './wav.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'wav-'))))
afterAll(() => rm(folder, { recursive: true }))

async function read(bytes: Uint8Array): Promise<number[][]> {
  const path = join(folder, 'file.wav')
  await writeFile(path, bytes)
  await using file = await open(path)
  const channels: number[][] = []
  for await (const block of readWav(path, await readWavLayout(file)))
    for (const [i, samples] of block.channels.entries()) channels[i] = [...(channels[i] ?? []), ...samples]
  return channels
}

/** A WAV file with one sample layout, `extra` chunks before the data, and any declared length of the data chunk. */
function wav(
  format: { tag: number; channels: number; bits: number },
  data: Buffer,
  claimed = data.length,
  extra = '',
): Buffer {
  const head = Buffer.alloc(36)
  head.write('RIFF\0\0\0\0WAVEfmt ', 0, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(format.tag, 20)
  head.writeUInt16LE(format.channels, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt16LE(format.bits, 34)
  const chunk = Buffer.alloc(8)
  chunk.write('data', 0, 'latin1')
  chunk.writeUInt32LE(claimed, 4)
  return Buffer.concat([head, Buffer.from(extra, 'latin1'), chunk, data])
}

test('readWav reads the samples that encodeWav wrote', async () => {
  const samples = Int16Array.from({ length: 40_000 }, (_, i) => ((i * 37) % 65_536) - 32_768)
  const [channel] = await read(encodeWav(samples))
  expect(channel).toHaveLength(samples.length)
  expect(channel?.every((value, i) => value * 32_768 === samples[i])).toBe(true)
})

describe('sample layouts', () => {
  test.each([
    ['8 bit', { tag: 1, bits: 8 }, Buffer.from([128, 192])],
    ['16 bit', { tag: 1, bits: 16 }, Buffer.from(Int16Array.of(0, 16_384).buffer)],
    ['24 bit', { tag: 1, bits: 24 }, Buffer.from([0, 0, 0, 0, 0, 64])],
    ['32 bit', { tag: 1, bits: 32 }, Buffer.from(Int32Array.of(0, 2 ** 30).buffer)],
    ['float', { tag: 3, bits: 32 }, Buffer.from(Float32Array.of(0, 0.5).buffer)],
    ['double', { tag: 3, bits: 64 }, Buffer.from(Float64Array.of(0, 0.5).buffer)],
  ])('readWav reads WAV samples of %s', async (_, format, data) => {
    expect(await read(wav({ ...format, channels: 1 }, data))).toEqual([[0, 0.5]])
    expect(await read(wav({ ...format, channels: 2 }, data))).toEqual([[0], [0.5]])
  })
})

describe('the duration of compressed samples', () => {
  test.each([
    ['A-law', { tag: 6, channels: 2, bits: 8 }, 1.5],
    ['μ-law', { tag: 7, channels: 1, bits: 8 }, 3],
    ['ADPCM', { tag: 0x11, channels: 1, bits: 4 }, null],
  ])('probing a WAV file finds the seconds of %s', async (_, format, duration) => {
    const path = join(folder, 'telephone.wav')
    await writeFile(path, wav(format, Buffer.alloc(24_000)))
    expect((await probeMedia(path)).duration).toBe(duration)
  })
})

describe('damaged and unusual files', () => {
  const two = Buffer.from(Int16Array.of(0, 16_384).buffer)
  const pcm = { tag: 1, channels: 1, bits: 16 }

  test.each([
    ['a recorder that never wrote the length', wav(pcm, two, 0)],
    ['a file cut off', wav(pcm, two, 100_000)],
    ['a stream of unknown length', wav(pcm, two, 0xffff_ffff)],
    ['chunks of odd length before the data', wav(pcm, two, 4, 'LIST\u0003\0\0\0abc\0')],
    ['half a sample at the end', wav(pcm, Buffer.concat([two, Buffer.from([1])]))],
  ])('readWav reads a damaged or unusual WAV file: %s', async (_, file) => {
    expect(await read(file)).toEqual([[0, 0.5]])
  })

  test.each([
    ['no data chunk', wav(pcm, two).subarray(0, 36)],
    ['no channels', wav({ ...pcm, channels: 0 }, two)],
    ['nothing but empty chunks', Buffer.concat([wav(pcm, two).subarray(0, 36), Buffer.alloc(80_000, 'LIST\0\0\0\0')])],
    ['a header only', Buffer.from('RIFF\0\0\0\0WAVE', 'latin1')],
  ])('readWav rejects a WAV file with %s', async (_, file) => {
    await expect(read(file)).rejects.toThrow(MediaError)
  })
})
