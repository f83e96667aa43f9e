import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { decodeAudio } from '#server/providers/media/decode.ts'
import { createLoudnessDetector } from './loudness.ts'
import { createVoiceDetector, restOf, splitLong, startingAfter, type VoiceDetector } from './voice.ts'

const seconds = 20
const sound = (sample: (i: number) => number) =>
  Float32Array.from({ length: seconds * speechRate }, (_, i) => sample(i))

/** White noise from -1 to 1, the same in every run (Park and Miller's generator). */
function noise(): () => number {
  let state = 20_261_121
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return (state / 2_147_483_647) * 2 - 1
  }
}

/** Pink noise, whose power falls with frequency (Kellet's filter). */
function pinkNoise(): () => number {
  const white = noise()
  let [a, b, c] = [0, 0, 0]
  return () => {
    const next = white()
    a = 0.99765 * a + next * 0.099046
    b = 0.963 * b + next * 0.2965164
    c = 0.57 * c + next * 1.0526913
    return (a + b + c + next * 0.1848) / 6
  }
}

const [white, pink] = [noise(), pinkNoise()]
const wave = (hertz: number, i: number) => Math.sin((2 * Math.PI * hertz * i) / speechRate)

function listen(detector: VoiceDetector, samples: Float32Array, portion = 4_000) {
  const stretches = []
  for (let at = 0; at < samples.length; at += portion)
    stretches.push(...detector.accept(samples.slice(at, at + portion)))
  return [...stretches, ...detector.flush()]
}

async function recording(): Promise<Float32Array> {
  const path = fileURLToPath(new URL('../../media/fixtures/speech.webm', import.meta.url))
  const { blocks } = await decodeAudio(path, { ffmpeg: 'none', signal: new AbortController().signal })
  const samples: number[] = []
  for await (const [block] of blocks) samples.push(...(block ?? []))
  return Float32Array.from(samples)
}

describe('the voice model', () => {
  test.each([
    ['silence', sound(() => 0)],
    ['loud white noise', sound(() => 0.5 * white())],
    ['soft white noise', sound(() => 0.02 * white())],
    ['pink noise', sound(() => 0.4 * pink())],
    ['mains hum', sound((i) => 0.3 * wave(50, i) + 0.15 * wave(100, i) + 0.1 * wave(150, i))],
    ['a dial tone', sound((i) => 0.3 * wave(440, i))],
    ['clicks', sound((i) => (i % 8_000 < 20 ? 0.9 : 0))],
  ])('the voice model detects no speech in %s', async (_, samples) => {
    expect(listen(await createVoiceDetector(), samples)).toEqual([])
  })

  test('the voice model detects both sentences of a recording at their times', async () => {
    const stretches = listen(await createVoiceDetector(), await recording())
    const times = stretches.map(({ start, samples }) => [start / speechRate, (start + samples.length) / speechRate])
    expect(times).toHaveLength(2)
    expect(times[0]?.[0]).toBeCloseTo(0, 0)
    expect(times[0]?.[1]).toBeCloseTo(2.7, 0)
    expect(times[1]?.[0]).toBeCloseTo(4.4, 0)
    expect(times[1]?.[1]).toBeCloseTo(7.5, 0)
  })

  test('the voice model finds the same speech in blocks of any size', async () => {
    const samples = await recording()
    expect(listen(await createVoiceDetector(), samples, 777)).toEqual(
      listen(await createVoiceDetector(), samples, 16_000),
    )
  })
})

describe('speech without a pause', () => {
  const loudWithQuietMoment = Float32Array.from({ length: 50_000 }, (_, i) => (i >= 24_000 && i < 25_600 ? 0 : 0.5))

  test('speech without a pause is cut at its quietest place without loss', () => {
    const parts = splitLong({ start: 100, samples: loudWithQuietMoment }, 30_000)
    expect(parts[0]?.samples.length).toBeGreaterThanOrEqual(24_000)
    expect(parts[0]?.samples.length).toBeLessThanOrEqual(25_600)
    expect(parts.every(({ samples }) => samples.length <= 30_000)).toBe(true)
    expect(parts.reduce((sum, { samples }) => sum + samples.length, 0)).toBe(50_000)
    expect(parts[1]?.start).toBe(100 + (parts[0]?.samples.length ?? 0))
  })
})

describe('the detector by loudness', () => {
  test('the detector by loudness reports everything that is not silence, at its position', async () => {
    const samples = await recording()
    const stretches = listen(createLoudnessDetector(), samples)
    const covered = (at: number) =>
      stretches.some(({ start, samples: { length } }) => at >= start && at < start + length)
    const missed = samples.filter((sample, i) => Math.abs(sample) > 0.05 && !covered(i))
    expect(missed).toHaveLength(0)
    expect(stretches.length).toBeGreaterThanOrEqual(2)
    for (const { start, samples: part } of stretches)
      expect(part.subarray(0, 100)).toEqual(samples.subarray(start, start + 100))
  })

  test('the detector by loudness reports nothing in silence', () => {
    expect(
      listen(
        createLoudnessDetector(),
        sound(() => 0),
      ),
    ).toEqual([])
  })
})

describe('a transcription that continues', () => {
  const said = Array.from({ length: 3000 }, (_, i) => i)
  /** Returns every block as a stretch. */
  const blocks = (): VoiceDetector => {
    let position = 0
    return {
      accept(samples) {
        position += samples.length
        return [{ start: position - samples.length, samples }]
      },
      flush: () => [],
    }
  }

  test.each([0, 400, 1000, 1500])(
    'a continued transcription searches all audio after the first %d samples, at its positions',
    (skipped) => {
      const detector = startingAfter(skipped, blocks())
      const found = [0, 1000, 2000].flatMap((at) => detector.accept(Float32Array.from(said.slice(at, at + 1000))))
      expect(found.flatMap(({ samples }) => [...samples])).toEqual(said.slice(skipped))
      expect(found.every(({ start, samples }) => samples[0] === start)).toBe(true)
    },
  )

  const stretch = { start: 16_000, samples: Float32Array.from({ length: 32_000 }, (_, i) => 16_000 + i) }

  test.each([
    [0, 16_000, 32_000],
    [16_000, 16_000, 32_000],
    [20_000, 20_000, 28_000],
    [43_000, 43_000, 5000],
  ])('restOf returns the part of a stretch after %d samples', (finished, start, length) => {
    const rest = restOf(stretch, finished)
    expect([rest?.start, rest?.samples.length, rest?.samples[0]]).toEqual([start, length, start])
  })

  test.each([45_000, 48_000, 60_000])(
    'restOf drops a rest that is too short for speech, after %d samples',
    (finished) => {
      expect(restOf(stretch, finished)).toBeNull()
    },
  )
})
