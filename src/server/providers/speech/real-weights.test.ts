import { copyFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeWav } from '#shared/audio/wav.ts'
import { findWeights } from '#test/weights.ts'
import { createSpeech } from './create.ts'
import { silentChunk, spokenChunk } from './fixtures/live-chunks.ts'
import { german, scratch, speech, twoSpeakers } from './fixtures/recordings.ts'
import type { Speech } from './port.ts'

const whisper = findWeights('whisper-base')

describe.skipIf(!whisper)('Whisper base', () => {
  const baseOptions = { signal: new AbortController().signal, onProgress: () => {} }
  const engineOf = (modelPath: string, language = 'en'): Speech =>
    createSpeech({ engine: 'embedded', language, ffmpeg: 'none', modelFolder: 'none', modelPath })

  let files: Awaited<ReturnType<typeof scratch>>
  let engine: Speech
  beforeAll(async () => {
    files = await scratch()
    engine = engineOf(whisper ?? '')
  })
  afterAll(async () => {
    await engine.close()
    await files.remove()
  })

  /** Lower-case words of a text. */
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []

  test('Whisper base transcribes spoken sentences with punctuation', async () => {
    const { segments } = await engine.transcribe(speech, baseOptions)
    const text = segments.map((segment) => segment.text).join(' ')
    expect(text).toMatch(/^Good morning[.,] how have you been this week\? I slept a little/i)
    expect(text).toMatch(/\.$/)
  })

  test('Whisper base detects the language of each recording', async () => {
    const detecting = engineOf(whisper ?? '', 'auto')
    const found = await detecting.transcribe(german, baseOptions)
    expect(found.language).toBe('de')
    expect(words(found.segments.map(({ text }) => text).join(' '))).toEqual(
      expect.arrayContaining(words('Guten Morgen wie geht es Ihnen heute')),
    )
    expect((await detecting.transcribe(speech, baseOptions)).language).toBe('en')
    await detecting.close()
  })

  test('Whisper base gives each sentence its times', async () => {
    const { segments } = await engine.transcribe(speech, baseOptions)
    expect(segments).toHaveLength(3)
    const times = [
      [0, 0.8],
      [1.1, 2.6],
      [4.4, 7.4],
    ]
    for (const [i, [start = 0, end = 0]] of times.entries()) {
      expect(Math.abs((segments[i]?.start ?? 9) - start)).toBeLessThan(0.3)
      expect(Math.abs((segments[i]?.end ?? 9) - end)).toBeLessThan(0.3)
    }
  })

  test('Whisper base transcribes each channel of a recording with two speakers', async () => {
    const { segments } = await engine.transcribe(twoSpeakers, baseOptions)
    const textsOf = (label: string) => segments.filter((segment) => segment.label === label).map(({ text }) => text)
    expect(textsOf('Channel 1').join(' ')).toMatch(/good morning/i)
    expect(textsOf('Channel 2').join(' ')).toMatch(/slept a little/i)
  })

  test('Whisper base transcribes a live chunk, and nothing in a silent one', async () => {
    expect(words(await engine.transcribeLive(await spokenChunk(), baseOptions.signal))).toEqual(
      expect.arrayContaining(words('good morning how have you been this week')),
    )
    expect(await engine.transcribeLive(silentChunk, baseOptions.signal)).toBe('')
  })

  test('Whisper base invents no words in silence and music', async () => {
    const chord = Int16Array.from({ length: 20 * 16_000 }, (_, i) => {
      const note = [262, 330, 392][Math.floor(i / 8_000) % 3] ?? 0
      const phase = (2 * Math.PI * note * i) / 16_000
      return 5_000 * (Math.sin(phase) + Math.sin(2 * phase) / 2 + Math.sin(3 * phase) / 3)
    })
    const music = join(files.folder, 'music.wav')
    await writeFile(music, encodeWav(chord))
    for (const path of [files.silence, music]) expect((await engine.transcribe(path, baseOptions)).segments).toEqual([])
  })

  test.each([
    ['a truncated encoder', 'base-encoder.int8.onnx', (path: string) => truncate(path, 1_000_000)],
    ['a truncated decoder', 'base-decoder.int8.onnx', (path: string) => truncate(path, 1_000_000)],
    [
      'a modified encoder',
      'base-encoder.int8.onnx',
      async (path: string) => writeFile(path, (await readFile(path)).fill(7, 0, 5_000)),
    ],
  ])('a transcription fails with weights of Whisper base with %s', async (name, file, damage) => {
    const folder = join(files.folder, name)
    await mkdir(folder)
    for (const part of await readdir(whisper ?? '')) await copyFile(join(whisper ?? '', part), join(folder, part))
    await damage(join(folder, file))
    await expect(engineOf(folder).transcribe(speech, baseOptions)).rejects.toMatchObject({
      code: 'transcription_failed',
    })
  })
})
