import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { EncodedPacketSink } from 'mediabunny'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { decodeAudio } from '../decode.ts'
import { openMedia } from '../demux.ts'
import { findFfmpeg } from '../ffmpeg.ts'
import { MediaError } from '../media-error.ts'
import { concat } from '../pcm.ts'
import { probeMedia } from '../probe.ts'
import { element, ids, idBytes, unsigned } from '../webm/elements.ts'
import { joinPackets } from './packets.ts'
import { joinStreams, joinSegments } from './segments.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))
const signal = new AbortController().signal
const ffmpeg = await findFfmpeg(undefined)

let folder = ''
let target = ''
let fileCount = 0
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'join-'))))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => (target = join(folder, `joined-${fileCount++}`)))

async function writeNewFile(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `part-${fileCount++}`)
  await writeFile(path, bytes)
  return path
}

interface Packet {
  time: number
  data: Buffer
}

/** The packets of a file, as another parser reads them. Times are milliseconds. */
async function packetsOf(path: string): Promise<Packet[]> {
  using input = openMedia(path)
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new Error('no audio track')
  const packets: Packet[] = []
  for await (const { timestamp, data } of new EncodedPacketSink(track).packets()) {
    packets.push({ time: timestamp * 1000, data: Buffer.from(data) })
  }
  return packets
}

const content = (packets: readonly Packet[]) => Buffer.concat(packets.map(({ data }) => data))

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const clusterMs = 500

/** Time at which the recorder's clock jumps, in milliseconds. */
const clockJumpsAt = 6000

/**
 * A recording as Chromium writes it, with unknown sizes of the segment and its clusters. Also returns where each
 * packet ends. `jumpMs` is added to the recorder's clock in the middle of the recording.
 */
async function streamed({ jumpMs = 0 } = {}): Promise<{ bytes: Buffer; ends: number[] }> {
  const file = await readFile(fixture('live.webm'))
  const clustersAt = file.indexOf(idBytes(ids.cluster))
  // Searches backwards, because the seek head before the tracks contains the same id.
  const beginning = file.subarray(file.lastIndexOf(idBytes(ids.tracks), clustersAt), clustersAt)
  const unknown = Buffer.from('01ffffffffffffff', 'hex')
  const header = element(ids.ebml, element(0x4282, Buffer.from('webm')))
  const parts: Uint8Array[] = [header, idBytes(ids.segment), unknown, beginning]
  const ends: number[] = []
  let clusterTime = -Infinity
  const captured = await packetsOf(fixture('live.webm'))
  for (const { time: capturedAt, data } of captured) {
    const time = capturedAt + (capturedAt > clockJumpsAt ? jumpMs : 0)
    if (Math.abs(time - clusterTime) >= clusterMs) {
      clusterTime = Math.round(time)
      parts.push(idBytes(ids.cluster), unknown, element(ids.timestamp, unsigned(clusterTime)))
    }
    const head = Buffer.from([0x81, 0, 0, 0x80])
    head.writeInt16BE(Math.round(time) - clusterTime, 1)
    parts.push(element(ids.simpleBlock, head, data))
    ends.push(parts.reduce((sum, part) => sum + part.length, 0))
  }
  return { bytes: Buffer.concat(parts), ends }
}

async function decodedSeconds(path: string): Promise<number> {
  const { blocks } = await decodeAudio(path, { signal })
  const parts: Float32Array[] = []
  for await (const [channel = new Float32Array(0)] of blocks) parts.push(channel)
  return concat(parts).length / speechRate
}

describe('a recording of one run', () => {
  test('a recording of one run becomes a file with the same packets and a duration', async () => {
    const { bytes } = await streamed()
    const captured = await packetsOf(fixture('live.webm'))
    const joined = await joinStreams([inPieces(bytes, 700)], target, signal)
    const packets = await packetsOf(target)
    expect(content(packets).equals(content(captured))).toBe(true)
    const first = captured[0]?.time ?? 0
    expect(packets.map(({ time }) => Math.round(time))).toEqual(captured.map(({ time }) => Math.round(time - first)))
    expect(joined).toMatchObject({ mediaType: 'audio/webm', extension: 'webm', skipped: [] })
    const { duration, hasVideo, audioCodec } = await probeMedia(target)
    expect({ hasVideo, audioCodec }).toEqual({ hasVideo: false, audioCodec: 'opus' })
    // The other parser does not count the last packet.
    expect(duration).toBeCloseTo(joined?.duration ?? 0, 1)
    expect(joined?.duration).toBeCloseTo(await decodedSeconds(target), 1)
  })

  test('a joined file has its duration at the beginning, and the position of each cluster in its index', async () => {
    const { bytes } = await streamed()
    const joined = await joinStreams([inPieces(bytes, 64_000), inPieces(bytes, 64_000)], target, signal)
    const file = await readFile(target)
    const segmentAt = file.indexOf(idBytes(ids.segment))
    const cuesAt = file.lastIndexOf(idBytes(ids.cues))
    const bodyAt = segmentAt + 12
    expect(Number(file.readBigUInt64BE(segmentAt + 4) & 0xffffffffffffffn)).toBe(file.length - bodyAt)
    const durationAt = file.indexOf(idBytes(ids.duration)) + 10
    expect(file.readDoubleBE(durationAt) / 1000).toBe(joined?.duration)

    // The seek head points to the index, whose entries ascend in time.
    const named = file.indexOf(
      Buffer.concat([idBytes(ids.seekId), Buffer.from('0100000000000004', 'hex'), idBytes(ids.cues)]),
    )
    expect(Number(file.readBigUInt64BE(named + 14 + 10)) + bodyAt).toBe(cuesAt)
    const mark = Buffer.concat([idBytes(ids.cueClusterPosition), Buffer.from('0100000000000008', 'hex')])
    const cues: number[] = []
    for (let at = file.indexOf(mark, cuesAt); at >= 0; at = file.indexOf(mark, at + 1)) cues.push(at + mark.length)
    expect(cues.length).toBeGreaterThan(1)
    for (const cue of cues) {
      expect(file.readUInt32BE(bodyAt + Number(file.readBigUInt64BE(cue)))).toBe(ids.cluster)
    }
  })

  test('a joined file has the same packets however its bytes are split', async () => {
    const { bytes } = await streamed()
    const captured = content(await packetsOf(fixture('live.webm')))
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length }), async (size) => {
        const path = join(folder, `joined-${fileCount++}`)
        const joined = await joinStreams([inPieces(bytes, size)], path, signal)
        expect(joined?.skipped).toEqual([])
        expect(content(await packetsOf(path)).equals(captured)).toBe(true)
      }),
      { numRuns: 25 },
    )
  })

  test('a recording that is cut off anywhere ends with its last whole packet', async () => {
    const { bytes, ends } = await streamed()
    const captured = await packetsOf(fixture('live.webm'))
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: ends[0] ?? 0, max: bytes.length }), async (length) => {
        const path = join(folder, `joined-${fileCount++}`)
        await joinStreams([inPieces(bytes.subarray(0, length), 5000)], path, signal)
        const wholePackets = captured.slice(0, ends.filter((end) => end <= length).length)
        expect(content(await packetsOf(path)).equals(content(wholePackets))).toBe(true)
      }),
      { numRuns: 25 },
    )
  })
})

describe('a recorder whose clock jumps', () => {
  const stepsOf = (packets: readonly Packet[]) =>
    packets.slice(1).map(({ time }, at) => Math.round(time - (packets[at]?.time ?? 0)))

  test.each([
    ['an hour of sleep', 3_600_000],
    ['a night of sleep', 13 * 3_600_000],
    ['a short sleep', 1500],
    ['a clock that was set back', -5000],
    ['a clock that was set back a little', -400],
  ])('a recording with %s has no gap and loses no packet, from any browser', async (_name, jumpMs) => {
    const { bytes } = await streamed({ jumpMs })
    const captured = await packetsOf(fixture('live.webm'))
    const whole = await joinStreams([inPieces((await streamed()).bytes, 700)], `${target}.whole`, signal)
    const joined = await joinStreams([inPieces(bytes, 700), inPieces(bytes, 900)], target, signal)
    const packets = await packetsOf(target)
    expect(content(packets).equals(content([...captured, ...captured]))).toBe(true)
    expect(joined?.duration).toBeCloseTo(2 * (whole?.duration ?? 0), 1)
    const steps = stepsOf(packets)
    expect(Math.min(...steps)).toBeGreaterThan(0)
    expect(Math.max(...steps)).toBeLessThan(100)
    // The times of the transcript are those of the player.
    expect(await decodedSeconds(target)).toBeCloseTo(joined?.duration ?? 0, 1)

    const copied = await joinPackets([await writeNewFile(bytes)], `${target}.copied`, signal)
    expect(copied?.duration).toBeCloseTo(whole?.duration ?? 0, 1)
    expect(content(await packetsOf(`${target}.copied`)).equals(content(captured))).toBe(true)
  })

  test('a recording keeps a gap of less than a second', async () => {
    const { bytes } = await streamed({ jumpMs: 700 })
    const whole = await joinStreams([inPieces((await streamed()).bytes, 700)], `${target}.whole`, signal)
    const joined = await joinStreams([inPieces(bytes, 700)], target, signal)
    expect(joined?.duration).toBeCloseTo((whole?.duration ?? 0) + 0.7, 1)
    expect(await decodedSeconds(target)).toBeCloseTo(joined?.duration ?? 0, 1)
  })
})

describe('a recording of several runs', () => {
  test('a recording of several runs is joined without a gap or loss', async () => {
    const names = ['live.webm', 'speech.webm', 'live.webm']
    const parts = await Promise.all(names.map((name) => readFile(fixture(name))))
    const alone = await Promise.all(names.map((name) => packetsOf(fixture(name))))
    const joined = await joinStreams(
      parts.map((part) => inPieces(part, 3000)),
      target,
      signal,
    )
    const packets = await packetsOf(target)
    expect(content(packets).equals(content(alone.flat()))).toBe(true)
    const steps = packets.slice(1).map(({ time }, at) => time - (packets[at]?.time ?? 0))
    expect(Math.min(...steps)).toBeGreaterThan(0)
    expect(Math.max(...steps)).toBeLessThan(100)
    expect(joined?.duration).toBeCloseTo(await decodedSeconds(target), 1)
  })

  test('a joined recording is stereo if one of its segments is', async () => {
    const parts = await Promise.all(['live.webm', 'two-speakers.webm'].map((name) => readFile(fixture(name))))
    await joinStreams(
      parts.map((part) => inPieces(part, 3000)),
      target,
      signal,
    )
    expect(await probeMedia(target)).toMatchObject({ audioChannels: 2, audioCodec: 'opus' })
  })

  test('twenty short segments with one packet or none are joined packet for packet', async () => {
    const { bytes, ends } = await streamed()
    const captured = await packetsOf(fixture('live.webm'))
    const [first = 0] = ends
    const header = bytes.subarray(0, bytes.indexOf(idBytes(ids.cluster)))
    const onePacket = bytes.subarray(0, first)
    const segments = Array.from({ length: 20 }, (_, at) => [bytes, onePacket, header][at % 3] ?? bytes)
    expect(await joinStreams([inPieces(bytes, 700), inPieces(header, 700)], target, signal)).toBeNull()
    const joined = await joinSegments(await Promise.all(segments.map(writeNewFile)), target, { signal })
    const packets = await packetsOf(target)
    const expected = segments.flatMap(
      (segment) => [captured, captured.slice(0, 1), []][[bytes, onePacket, header].indexOf(segment)] ?? [],
    )
    expect(content(packets).equals(content(expected))).toBe(true)
    expect(joined).toMatchObject({ mediaType: 'audio/webm', skipped: [2, 5, 8, 11, 14, 17] })
    expect(joined.duration).toBeCloseTo(await decodedSeconds(target), 0)
  })

  test('MP4 segments are joined packet for packet', async () => {
    const path = fixture('speech.m4a')
    const alone = await packetsOf(path)
    expect(await joinStreams([inPieces(await readFile(path), 3000)], target, signal)).toBeNull()
    const joined = await joinSegments([path, path], target, { signal })
    expect(joined).toMatchObject({ mediaType: 'audio/mp4', skipped: [] })
    expect(content(await packetsOf(target)).equals(content([...alone, ...alone]))).toBe(true)
    expect((await probeMedia(target)).duration).toBeCloseTo(joined.duration, 1)
  })

  test.each([
    ['without ffmpeg', 'none', 'audio/wav'],
    ...(ffmpeg === null ? [] : [['with ffmpeg', undefined, 'audio/mp4'] as const]),
  ] as const)('segments of different browsers are encoded again, %s', async (_name, setting, mediaType) => {
    const paths = [fixture('live.webm'), fixture('speech.m4a')]
    const joined = await joinSegments(paths, target, { ffmpeg: setting, signal })
    expect(joined).toMatchObject({ mediaType, skipped: [] })
    const alone = (await decodedSeconds(paths[0] ?? '')) + (await decodedSeconds(paths[1] ?? ''))
    expect(joined.duration).toBeCloseTo(alone, 1)
    expect(await decodedSeconds(target)).toBeCloseTo(alone, 0)
  })
})

describe('an unreadable segment', () => {
  const garbage = Buffer.alloc(5000, 'no audio ')
  const header = Buffer.from(
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
    'hex',
  )

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['no recording', garbage],
    ['a header alone', header],
    ['a header before garbage', Buffer.concat([header, garbage])],
  ])('an unreadable segment is left out: %s', async (_name, bytes) => {
    const live = await readFile(fixture('live.webm'))
    expect(await joinStreams([inPieces(bytes, 900), inPieces(live, 9000)], target, signal)).toBeNull()
    const joined = await joinSegments([await writeNewFile(bytes), fixture('live.webm')], target, { signal })
    expect(joined).toMatchObject({ mediaType: 'audio/webm', skipped: [0] })
    expect(content(await packetsOf(target)).equals(content(await packetsOf(fixture('live.webm'))))).toBe(true)
  })

  test('joining fails if no segment is readable', async () => {
    const paths = [await writeNewFile(garbage), await writeNewFile(header), await writeNewFile(Buffer.alloc(0))]
    await expect(joinSegments(paths, target, { signal })).rejects.toThrow(MediaError)
    await expect(joinSegments([], target, { signal })).rejects.toThrow(MediaError)
  })
})

test('an abort stops the joining', async () => {
  const stopped = AbortSignal.abort(new Error('the worker stops'))
  const live = await readFile(fixture('live.webm'))
  await expect(joinStreams([inPieces(live, 9000)], target, stopped)).rejects.toThrow('the worker stops')
})
