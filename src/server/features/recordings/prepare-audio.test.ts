import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFfmpeg } from '#server/providers/media/ffmpeg.ts'
import { prepareAudio } from './prepare-audio.ts'

const ffmpeg = await findFfmpeg(undefined)
const speech = fileURLToPath(new URL('../../providers/media/fixtures/speech.mp3', import.meta.url))
const signal = new AbortController().signal

let folder = ''
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'prepare-'))))
afterAll(() => rm(folder, { recursive: true }))

describe.skipIf(!ffmpeg)('an upload without video', () => {
  test.each([
    ['ADPCM', 'dictation.wav', 'adpcm_ima_wav', 'audio/mp4'],
    ['ALAC', 'memo.m4a', 'alac', 'audio/mp4'],
    ['A-law', 'telephone.wav', 'pcm_alaw', 'audio/wav'],
    ['AAC', 'plain.m4a', 'aac', 'audio/mp4'],
  ])('an upload in %s is stored in a codec that browsers play', async (codec, name, encoder, mediaType) => {
    const original = join(folder, name)
    await promisify(execFile)(ffmpeg ?? '', ['-v', 'error', '-i', speech, '-c:a', encoder, original])
    const prepared = await prepareAudio(original, folder, { ffmpeg: undefined, signal, isCutOff: false })
    const isPlayed = codec === 'A-law' || codec === 'AAC'
    expect(prepared).toMatchObject({ mediaType, path: isPlayed ? original : join(folder, 'audio') })
    expect(prepared.duration).toBeCloseTo(8.3, 0)
  })
})
