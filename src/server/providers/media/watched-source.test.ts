import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { EncodedPacketSink } from 'mediabunny'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeWav } from '#shared/audio/wav.ts'
import { decodeAudio } from './decode.ts'
import { openMedia } from './demux.ts'
import { MediaError } from './media-error.ts'
import { probeMedia } from './probe.ts'

const signal = new AbortController().signal
const header = Buffer.from(
  '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
  'hex',
)

let folder = ''
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'watched-'))))
afterAll(() => rm(folder, { recursive: true }))

async function file(bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'damaged.webm')
  await writeFile(path, bytes)
  return path
}

test.each([10, 300, 70_000])(
  'an incomplete header before %i bytes of something else is not a recording',
  async (size) => {
    const path = await file(Buffer.concat([header, Buffer.alloc(size, 'no audio ')]))
    expect(await probeMedia(path)).toMatchObject({ duration: null, audioCodec: null })
    await expect(decodeAudio(path, { ffmpeg: 'none', signal })).rejects.toThrow(MediaError)
  },
)

test('reading a recording always ends, whatever the damage is', async () => {
  const validFile = await readFile(fileURLToPath(new URL('fixtures/live.webm', import.meta.url)))
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: header.length, max: validFile.length }),
      fc.uint8Array({ minLength: 1, maxLength: 2000 }),
      fc.boolean(),
      async (at, damage, isRestLost) => {
        const rest = isRestLost ? Buffer.alloc(0) : validFile.subarray(at + damage.length)
        const path = await file(Buffer.concat([validFile.subarray(0, at), damage, rest]))
        using input = openMedia(path)
        const packets = await countPackets(input).catch((error: unknown) => error)
        expect(typeof packets === 'number' || packets instanceof Error).toBe(true)
      },
    ),
    { numRuns: 100 },
  )
})

async function countPackets(input: ReturnType<typeof openMedia>): Promise<number> {
  const track = await input.getPrimaryAudioTrack()
  if (!track) return 0
  await input.computeDuration([track])
  let count = 0
  for await (const packet of new EncodedPacketSink(track).packets()) count += packet.data.length > 0 ? 1 : 0
  return count
}

test('a recording that is larger than the cache is read completely', async () => {
  const samples = Int16Array.from({ length: 2_000_000 }, (_, at) => (at * 7919) % 30_000)
  using input = openMedia(await file(encodeWav(samples)))
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new Error('no audio track')
  const parts: Uint8Array[] = []
  for await (const { data } of new EncodedPacketSink(track).packets()) parts.push(data)
  expect(Buffer.concat(parts).equals(Buffer.from(samples.buffer))).toBe(true)
})
