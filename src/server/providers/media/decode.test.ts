import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { encodeWav } from '#shared/audio/wav.ts'
import { extractAudioTrack } from './audio-track.ts'
import { decodeAudio } from './decode.ts'
import { FfmpegError, findFfmpeg } from './ffmpeg.ts'
import { MediaError } from './media-error.ts'
import { concat } from './pcm.ts'
import { probeMedia } from './probe.ts'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
const recordings = [
  'speech.mp3',
  'bare.mp3',
  'speech.m4a',
  'speech.webm',
  'live.webm',
  'video.mp4',
  'video.mov',
  'video.webm',
]
const signal = new AbortController().signal

let folder: string
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'media-'))))
afterAll(() => rm(folder, { recursive: true }))

async function decode(path: string, ffmpeg?: string): Promise<{ channels: number; audio: Float32Array[] }> {
  const { channels, blocks } = await decodeAudio(path, { ffmpeg, signal })
  const parts: Float32Array[][] = []
  for await (const block of blocks) parts.push(block)
  const audio = Array.from({ length: channels }, (_, i) => concat(parts.map((part) => part[i] ?? new Float32Array(0))))
  return { channels, audio }
}

/** Loudness of each hundredth of a second. */
function envelope(samples: Float32Array): number[] {
  const frame = speechRate / 100
  return Array.from({ length: Math.floor(samples.length / frame) }, (_, i) => {
    const part = samples.subarray(i * frame, (i + 1) * frame)
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / frame)
  })
}

/** Similarity of two envelopes, if `b` may be delayed by up to a tenth of a second like the output of MP3 encoders. */
function likeness(a: number[], b: number[]): number {
  return Math.max(...Array.from({ length: 11 }, (_, lag) => correlation(a, b.slice(lag))))
}

function spread(values: number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - mean)
}

function dot(a: number[], b: number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
}

/** Seconds until the loudest moment. */
function loudest(samples: Float32Array): number {
  const values = envelope(samples)
  return values.indexOf(Math.max(...values)) / 100
}

function correlation(a: number[], b: number[]): number {
  const shared = Math.min(a.length, b.length)
  const [x, y] = [spread(a.slice(0, shared)), spread(b.slice(0, shared))]
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y))
}

const hasFfmpeg = (await findFfmpeg(undefined)) !== null

describe.each([
  ['without ffmpeg', 'none'],
  ['with ffmpeg', undefined],
])('decodeAudio decodes %s', (_, ffmpeg) => {
  const skip = ffmpeg === undefined && !hasFfmpeg
  const needed = skip ? ' (skipped: there is no ffmpeg on this machine)' : ''

  test.skipIf(skip).each(recordings)(
    `decodeAudio decodes %s to the same speech at the same times${needed}`,
    async (name) => {
      const { channels, audio } = await decode(fixture(name), ffmpeg)
      const reference = await decode(fixture('speech.webm'), 'none')
      const [samples = new Float32Array(0)] = audio
      const [expected = new Float32Array(0)] = reference.audio
      expect(channels).toBe(1)
      expect(samples.length / speechRate).toBeGreaterThan(8.1)
      expect(samples.length / speechRate).toBeLessThan(8.6)
      expect(likeness(envelope(expected), envelope(samples))).toBeGreaterThan(0.97)
      expect(Math.max(...envelope(samples)) / Math.max(...envelope(expected))).toBeCloseTo(1, 0)
    },
  )

  test.skipIf(skip)(`speakers on two channels stay apart${needed}`, async () => {
    const { channels, audio } = await decode(fixture('two-speakers.webm'), ffmpeg)
    const [left = 9, right = 0] = audio.map(loudest)
    expect(channels).toBe(2)
    expect(left).toBeLessThan(3)
    expect(right).toBeGreaterThan(4)
  })

  test.skipIf(skip)(`channels known to have one speaker each stay apart, also if one is silent${needed}`, async () => {
    const path = join(folder, 'silent-right.wav')
    const samples = new Int16Array(2 * speechRate).map((_sample, at) => (at % 2 === 0 ? 8000 * Math.sin(at * 0.3) : 0))
    const wav = Buffer.from(encodeWav(samples))
    wav.writeUInt16LE(2, 22)
    wav.writeUInt16LE(4, 32)
    await writeFile(path, wav)
    expect((await decodeAudio(path, { ffmpeg, signal })).channels).toBe(1)
    expect((await decodeAudio(path, { ffmpeg, signal, isSpeakerPerChannel: true })).channels).toBe(2)
  })

  test.skipIf(skip).each([
    ['pictures without sound', 'soundless.mp4', Infinity],
    ['a video cut off before its index', 'video.mp4', 20_000],
    ['a recording cut off in its header', 'speech.webm', 90],
    ['an empty file', 'speech.mp3', 0],
  ])(`decodeAudio rejects a recording that cannot be decoded: %s${needed}`, async (_name, source, length) => {
    const path = join(folder, 'damaged')
    await writeFile(path, (await readFile(fixture(source))).subarray(0, length))
    await expect(decode(path, ffmpeg)).rejects.toThrow(MediaError)
  })

  test.skipIf(skip)(`a recording cut off in the middle gives the audio before the cut${needed}`, async () => {
    const path = join(folder, 'half.mp3')
    await writeFile(path, (await readFile(fixture('bare.mp3'))).subarray(0, 25_000))
    const { audio } = await decode(path, ffmpeg)
    expect((audio[0]?.length ?? 0) / speechRate).toBeCloseTo(4.2, 0)
  })

  test.skipIf(skip)(`decoding ends when the reader of the audio stops early${needed}`, async () => {
    const { blocks } = await decodeAudio(fixture('two-speakers.webm'), { ffmpeg, signal })
    const reader = blocks[Symbol.asyncIterator]()
    expect((await reader.next()).done).toBe(false)
    await reader.return?.()
    expect((await reader.next()).done).toBe(true)
  })

  test.skipIf(skip)(`an abort ends the decoding${needed}`, async () => {
    const abort = AbortSignal.abort(new Error('enough'))
    await expect(async () => {
      const { blocks } = await decodeAudio(fixture('speech.webm'), { ffmpeg, signal: abort })
      for await (const block of blocks) expect(block).toHaveLength(1)
    }).rejects.toThrow('enough')
  })

  test.skipIf(skip).each(['video.mp4', 'video.mov', 'video.webm', 'live.webm'])(
    `extractAudioTrack keeps the audio track of %s without its pictures${needed}`,
    async (name) => {
      const target = join(folder, `kept-${name}`)
      const kept = await extractAudioTrack(fixture(name), target, { ffmpeg, signal })
      const facts = await probeMedia(target)
      expect(kept.mediaType).toBe(name.endsWith('webm') ? 'audio/webm' : 'audio/mp4')
      expect(facts.hasVideo).toBe(false)
      expect(facts.duration).toBeCloseTo(8.3, 0)
      const [whole, track] = [await decode(fixture(name), ffmpeg), await decode(target, ffmpeg)]
      const envelopes = [whole, track].map(({ audio }) => envelope(audio[0] ?? new Float32Array(0)))
      expect(correlation(envelopes[0] ?? [], envelopes[1] ?? [])).toBeGreaterThan(0.97)
    },
  )

  test.skipIf(skip)(`extractAudioTrack rejects pictures without sound${needed}`, async () => {
    const target = join(folder, 'none')
    await expect(extractAudioTrack(fixture('soundless.mp4'), target, { ffmpeg, signal })).rejects.toThrow(MediaError)
  })
})

describe.skipIf(process.platform === 'win32')('an ffmpeg that fails', () => {
  /** A program that answers like ffmpeg to `-version`, and runs `commands` to decode. */
  async function brokenFfmpeg(commands: string): Promise<string> {
    const path = join(folder, `ffmpeg-${commands.replaceAll(/\W+/g, '-')}`)
    await writeFile(path, `#!/bin/sh\n[ "$1" = -version ] && echo ffmpeg version 7 && exit\n${commands}\n`)
    await chmod(path, 0o700)
    return path
  }

  /** Compressed audio that only ffmpeg decodes. */
  async function compressedWav(): Promise<string> {
    const path = join(folder, 'compressed.wav')
    const wav = Buffer.from(encodeWav(new Int16Array(speechRate)))
    wav.writeUInt16LE(0x11, 20)
    await writeFile(path, wav)
    return path
  }

  test.each([
    ['bare.mp3', 'exit 1'],
    ['speech.m4a', 'exit 0'],
    ['live.webm', 'kill -9 $$'],
  ])('the own decoder decodes %s if ffmpeg gives no samples: %s', async (name, commands) => {
    const expected = await decode(fixture(name), 'none')
    expect(await decode(fixture(name), await brokenFfmpeg(commands))).toEqual(expected)
  })

  test('the own decoder continues where a killed ffmpeg ended', async () => {
    const seconds = 3
    const ffmpeg = await brokenFfmpeg(`head -c ${seconds * speechRate * 4} /dev/zero; kill -9 $$`)
    const { audio } = await decode(fixture('bare.mp3'), ffmpeg)
    const expected = await decode(fixture('bare.mp3'), 'none')
    const after = ([samples]: Float32Array[]) => samples?.subarray(seconds * speechRate)
    expect(audio[0]).toHaveLength(expected.audio[0]?.length ?? 0)
    expect(after(audio)).toEqual(after(expected.audio))
    expect(Math.max(...(audio[0]?.subarray(0, seconds * speechRate) ?? []))).toBe(0)
  })

  test.each([
    ['kill -9 $$', true],
    ['kill -TERM $$', true],
    ['head -c 64000 /dev/zero; kill -9 $$', true],
    ['kill -SEGV $$', false],
  ])('an ffmpeg ended by a signal is an error if no other decoder can continue: %s', async (commands, transient) => {
    const decoding = decode(await compressedWav(), await brokenFfmpeg(commands))
    await expect(decoding).rejects.toBeInstanceOf(FfmpegError)
    await expect(decoding).rejects.toMatchObject({ transient })
  })

  test('a file is damaged if no decoder gives samples', async () => {
    const decoding = decode(await compressedWav(), await brokenFfmpeg('exit 2'))
    await expect(decoding).rejects.toBeInstanceOf(MediaError)
    await expect(decoding).rejects.not.toBeInstanceOf(FfmpegError)
  })
})

test('no ffmpeg is found if its path does not exist or the setting is none', async () => {
  expect(await findFfmpeg('/nowhere/ffmpeg')).toBeNull()
  expect(await findFfmpeg('none')).toBeNull()
})

describe('probing without decoding', () => {
  test.each([
    ['video.mp4', { hasVideo: true, audioCodec: 'aac' }],
    ['live.webm', { hasVideo: false, audioCodec: 'opus' }],
    ['speech.mp3', { hasVideo: false, audioCodec: 'mp3', audioChannels: 1 }],
    ['soundless.mp4', { hasVideo: true, audioCodec: null, duration: null }],
  ])('probing finds the facts of %s', async (name, facts) => {
    expect(await probeMedia(fixture(name))).toMatchObject(facts)
  })

  test('an MP3 has the same duration with and without a cover picture in front', async () => {
    const music = await readFile(fixture('bare.mp3'))
    const tag = Buffer.concat([
      Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0x15, 0x63, 0x20]),
      Buffer.alloc(356_768, 0xff),
    ])
    const path = join(folder, 'cover.mp3')
    await writeFile(path, Buffer.concat([tag, music]))
    const { duration } = await probeMedia(fixture('bare.mp3'))
    expect(duration).toBeCloseTo(8.3, 1)
    expect((await probeMedia(path)).duration).toBe(duration)
    expect((await decode(path, 'none')).audio).toEqual((await decode(fixture('bare.mp3'), 'none')).audio)
  })

  test('probing measures the duration of a WAV file', async () => {
    const path = join(folder, 'second.wav')
    await writeFile(path, encodeWav(new Int16Array(speechRate)))
    expect((await probeMedia(path)).duration).toBe(1)
  })

  test('probing rejects a file that is not a recording', async () => {
    await expect(probeMedia(fixture('README.md'))).rejects.toThrow(MediaError)
  })
})
