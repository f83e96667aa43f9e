import { mkdtemp, open, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { EncodedPacketSink } from 'mediabunny'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { decodeAudio } from '../decode.ts'
import { openMedia } from '../demux.ts'
import { MediaError } from '../media-error.ts'
import { topLevelBoxes } from '../mp4/fragments.ts'
import { repairFragments } from '../mp4/repair.ts'
import { probeMedia } from '../probe.ts'
import { type JoinOptions, joinSegments } from './segments.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))
const signal = new AbortController().signal

/** Two files as WebKitGTK 2.50 wrote them. Each has duplicate fragment indexes. */
const paused = fixture('webkit-paused.mp4')
const plain = fixture('webkit-plain.mp4')

let folder = ''
let target = ''
let fileCount = 0
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'webkit-'))))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => (target = newPath()))

const newPath = () => join(folder, `file-${fileCount++}`)

async function writeNewFile(bytes: Uint8Array): Promise<string> {
  const path = newPath()
  await writeFile(path, bytes)
  return path
}

/** Joins copies, because repaired files are written beside the originals. */
async function joinCopies(files: readonly (string | Uint8Array)[], options: Partial<JoinOptions> = {}) {
  const paths = await Promise.all(
    files.map(async (file) => writeNewFile(typeof file === 'string' ? await readFile(file) : file)),
  )
  return await joinSegments(paths, target, { signal, ...options })
}

async function partsOf(path: string): Promise<{ beginning: Buffer; fragments: Buffer[]; audio: Buffer }> {
  const bytes = await readFile(path)
  await using file = await open(path)
  const boxes = await topLevelBoxes(file)
  const data = boxes.filter(({ type }) => type === 'mdat')
  // The index of an `mdat` is the box right before it.
  const fragments = data.map((box) => bytes.subarray(boxes[boxes.indexOf(box) - 1]?.start, box.end))
  const beginning = bytes.subarray(0, boxes.find(({ type }) => type === 'moof')?.start)
  return {
    beginning,
    fragments,
    audio: Buffer.concat(data.map(({ bodyStart, end }) => bytes.subarray(bodyStart, end))),
  }
}

async function packetsOf(path: string): Promise<{ times: number[]; audio: Buffer }> {
  using input = openMedia(path)
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new Error('no audio track')
  const times: number[] = []
  const parts: Uint8Array[] = []
  for await (const { timestamp, data } of new EncodedPacketSink(track).packets()) {
    times.push(timestamp)
    parts.push(data)
  }
  return { times, audio: Buffer.concat(parts) }
}

async function decodedSeconds(path: string, ffmpeg?: string): Promise<number> {
  let samples = 0
  for await (const [channel] of (await decodeAudio(path, { signal, ...(ffmpeg && { ffmpeg }) })).blocks) {
    samples += channel?.length ?? 0
  }
  return samples / speechRate
}

const isRising = (times: readonly number[]) => times.every((time, at) => at === 0 || time > (times[at - 1] ?? 0))

describe('a recording made by WebKit', () => {
  test.each([
    ['paused and resumed', paused, 3.02],
    ['in one go', plain, 1.6],
  ])(
    'a WebKit recording %s is joined packet for packet, despite duplicate fragment indexes',
    async (_name, path, seconds) => {
      const { audio } = await partsOf(path)
      const result = await joinCopies([path])
      expect(result).toMatchObject({ mediaType: 'audio/mp4', extension: 'mp4', skipped: [] })
      const packets = await packetsOf(target)
      expect(packets.audio.equals(audio)).toBe(true)
      expect(isRising(packets.times)).toBe(true)
      expect(result.duration).toBeCloseTo(seconds, 1)
      expect((await probeMedia(target)).duration).toBeCloseTo(seconds, 1)
      expect(await decodedSeconds(target, 'none')).toBeCloseTo(seconds, 0)
      // Decoded by ffmpeg if it is available.
      expect(await decodedSeconds(target)).toBeCloseTo(seconds, 0)
    },
  )

  test('a WebKit recording resumed after a crash keeps both segments in order', async () => {
    const [one, two] = await Promise.all([partsOf(paused), partsOf(plain)])
    const result = await joinCopies([paused, plain])
    const packets = await packetsOf(target)
    expect(packets.audio.equals(Buffer.concat([one.audio, two.audio]))).toBe(true)
    expect(isRising(packets.times)).toBe(true)
    expect(result).toMatchObject({ skipped: [] })
    expect(result.duration).toBeCloseTo(4.62, 1)
  })

  test('a WebKit recording cut off at any byte keeps every packet before the cut', async () => {
    const bytes = await readFile(paused)
    const { beginning, fragments, audio } = await partsOf(paused)
    const firstData = beginning.length + (fragments[0]?.indexOf('mdat') ?? 0) + 4
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: firstData + 200, max: bytes.length }), async (length) => {
        target = newPath()
        const result = await joinCopies([bytes.subarray(0, length)])
        const packets = await packetsOf(target)
        expect(packets.audio.equals(audio.subarray(0, packets.audio.length))).toBe(true)
        expect(isRising(packets.times)).toBe(true)
        // All data before the cut, except the packet that was cut.
        const cutOff = bytes.subarray(0, length)
        let data = 0
        for (let at = cutOff.indexOf('mdat'); at >= 0; at = cutOff.indexOf('mdat', at + 4)) {
          data += Math.min(bytes.readUInt32BE(at - 4) - 8, length - at - 4)
        }
        expect(packets.audio.length).toBeGreaterThan(data - 400)
        expect(result.duration).toBeCloseTo((packets.times.length * 1024) / 44_100, 1)
      }),
      { numRuns: 60 },
    )
  })

  test('a segment cut off before its first packet is left out, and the others are joined', async () => {
    const bytes = await readFile(plain)
    const { beginning } = await partsOf(plain)
    for (const length of [0, 3, 20, 500, beginning.length, beginning.length + 100]) {
      target = newPath()
      expect(await joinCopies([bytes.subarray(0, length), paused])).toMatchObject({
        mediaType: 'audio/mp4',
        skipped: [0],
      })
    }
  })

  test('twenty short segments, some without audio, keep all audio', async () => {
    const bytes = await readFile(plain)
    const { beginning, audio } = await partsOf(plain)
    const segments = Array.from({ length: 20 }, (_, at) => (at % 3 === 1 ? beginning : bytes))
    const wholeSegments = segments.filter((segment) => segment === bytes)
    const result = await joinCopies(segments)
    const packets = await packetsOf(target)
    expect(packets.audio.equals(Buffer.concat(wholeSegments.map(() => audio)))).toBe(true)
    expect(isRising(packets.times)).toBe(true)
    expect(result.skipped).toEqual([1, 4, 7, 10, 13, 16, 19])
    expect(result.duration).toBeCloseTo(13 * 1.6, 0)
    expect(await decodedSeconds(target)).toBeCloseTo(result.duration, 0)
  })

  test('fragments in another order are sorted, or at least none is lost', async () => {
    const { beginning, fragments, audio } = await partsOf(paused)
    const [a = Buffer.of(), b = Buffer.of(), c = Buffer.of()] = fragments
    expect(fragments.length).toBe(3)
    for (const order of [
      [a, c, b],
      [b, a, c],
      [b, c, a],
    ]) {
      target = newPath()
      await joinCopies([Buffer.concat([beginning, ...order])])
      const packets = await packetsOf(target)
      expect(isRising(packets.times)).toBe(true)
      expect(packets.audio.equals(audio)).toBe(true)
    }
    // A recorder that restarted its clock could also write these orders, so only the amount of audio is certain.
    for (const order of [
      [c, a, b],
      [c, b, a],
    ]) {
      target = newPath()
      await joinCopies([Buffer.concat([beginning, ...order])])
      const packets = await packetsOf(target)
      expect(isRising(packets.times)).toBe(true)
      expect(packets.audio.length).toBe(audio.length)
    }
  })

  test('a recorder clock that restarts in the middle loses no audio and keeps the order', async () => {
    const { beginning, fragments } = await partsOf(paused)
    const twice = [...fragments, ...fragments]
    await joinCopies([Buffer.concat([beginning, ...twice])])
    const packets = await packetsOf(target)
    expect(isRising(packets.times)).toBe(true)
    const { audio } = await partsOf(paused)
    expect(packets.audio.equals(Buffer.concat([audio, audio]))).toBe(true)
  })

  test('a second segment without its beginning uses that of the first', async () => {
    const { fragments, audio } = await partsOf(plain)
    const first = await partsOf(paused)
    const result = await joinCopies([paused, Buffer.concat(fragments)])
    expect(result.skipped).toEqual([])
    expect((await packetsOf(target)).audio.equals(Buffer.concat([first.audio, audio]))).toBe(true)
  })

  test('damaged bytes anywhere in a segment never cause an error or lose another segment', async () => {
    const bytes = await readFile(paused)
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 40), fc.integer({ min: 1, max: 40 }), async (at, count) => {
        target = newPath()
        const damaged = Buffer.from(bytes)
        damaged.fill(0x5a, at, at + count)
        const outcome = await joinCopies([damaged, plain], { ffmpeg: 'none' })
        expect(outcome.duration).toBeGreaterThan(1.5)
      }),
      // The example damages the configuration of the decoder.
      { numRuns: 40, examples: [[520, 21]] },
    )
  })
})

test('a file without duplicate indexes is read unchanged', async () => {
  for (const name of ['speech.m4a', 'video.mp4', 'speech.mp3', 'live.webm']) {
    expect(await repairFragments(fixture(name), newPath())).toBe(fixture(name))
  }
  const copy = newPath()
  expect(await repairFragments(paused, copy)).toBe(copy)
  const [before, after] = await Promise.all([readFile(paused), readFile(copy)])
  expect(after.length).toBe(before.length)
  expect(after.toString('latin1').replaceAll('free', 'moof')).toBe(before.toString('latin1'))
})

describe('when one way of joining fails', () => {
  const webm = fixture('live.webm')

  async function program(script: string): Promise<string> {
    const path = newPath()
    await writeFile(path, `#!/bin/sh\n[ "$1" = -version ] && echo ffmpeg version 0 && exit 0\n${script}\n`, {
      mode: 0o755,
    })
    return path
  }

  test.each([
    ['is not there', async () => '/nonexistent/ffmpeg'],
    ['fails', () => program('exit 1')],
    ['writes nothing', () => program('exit 0')],
    ['crashes', () => program('kill -SEGV $$')],
  ])('two codecs are decoded without ffmpeg if it %s', async (_name, ffmpeg) => {
    const result = await joinCopies([webm, paused], { ffmpeg: await ffmpeg() })
    expect(result).toMatchObject({ mediaType: 'audio/wav', skipped: [] })
    const expected = (await decodedSeconds(webm, 'none')) + 3.02
    expect(await decodedSeconds(target, 'none')).toBeCloseTo(expected, 0)
  })

  test('a hanging ffmpeg is stopped, and the recording is decoded without it', async () => {
    const ffmpeg = await program('exec sleep 600')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const result = joinCopies([webm, paused], { ffmpeg })
      const ticking = setInterval(() => vi.advanceTimersByTime(20_000), 100)
      expect(await result.finally(() => clearInterval(ticking))).toMatchObject({ mediaType: 'audio/wav', skipped: [] })
    } finally {
      vi.useRealTimers()
    }
  })

  test('the longest joined recording is used if all are shorter than expected', async () => {
    const problems: string[] = []
    const result = await joinCopies([paused], { expected: 600, onProblem: (reason) => problems.push(reason) })
    expect(result.duration).toBeCloseTo(3.02, 1)
    expect(problems.join('\n')).toContain('packets: 3 of 600 seconds')
  })
})

describe.runIf(process.platform === 'linux')('files that were opened', () => {
  async function openFiles(): Promise<string[]> {
    const names = await readdir('/proc/self/fd')
    const paths = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
    return paths.filter((path) => path.startsWith(folder))
  }

  test.each<[string, () => Promise<unknown>]>([
    ['joining works', () => joinCopies([paused, plain])],
    [
      'joining is aborted',
      () => joinCopies([paused, plain], { signal: AbortSignal.abort(new Error('the worker stops')) }),
    ],
    ['nothing can be read', () => joinCopies([Buffer.alloc(5000, 'no audio ')])],
    ['ffmpeg fails', () => joinCopies([paused, fixture('live.webm')], { ffmpeg: '/bin/false' })],
    ['a recording is cut off', async () => joinCopies([(await readFile(paused)).subarray(0, 9000)])],
    [
      'the target cannot be written',
      async () => joinSegments([await writeNewFile(await readFile(paused))], '/dev/full/x', { signal }),
    ],
  ])('opened files are closed if %s', async (_name, attempt) => {
    await Promise.allSettled([attempt()])
    await expect.poll(openFiles, { timeout: 5000 }).toEqual([])
  })

  test('joining a recording without any readable part rejects with a MediaError', async () => {
    await expect(joinCopies([Buffer.alloc(5000, 'no audio ')])).rejects.toThrow(MediaError)
  })
})
