import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sniffMedia, storedExtension } from './sniff.ts'

const fixture = async (name: string) => new Uint8Array(await readFile(new URL(`fixtures/${name}`, import.meta.url)))
const text = (content: string) => new TextEncoder().encode(content)
const box = (brand: string) => Uint8Array.from([0, 0, 0, 24, ...text(`ftyp${brand}`), 0, 0, 2, 0, ...text('isomiso2')])

describe('recognizing accepted containers, regardless of the name', () => {
  test.each([
    ['speech.mp3', 'mp3', 'audio/mpeg', 'mp3', false],
    ['bare.mp3', 'mp3', 'audio/mpeg', 'mp3', false],
    ['speech.m4a', 'mp4', 'audio/x-m4a', 'm4a', false],
    ['speech.webm', 'webm', 'audio/webm', 'webm', false],
    ['live.webm', 'webm', 'audio/webm', 'webm', false],
    ['video.webm', 'webm', 'video/webm', 'webm', true],
    ['video.mp4', 'mp4', 'video/mp4', 'mp4', true],
    ['video.mov', 'mov', 'video/quicktime', 'webm', true],
  ] as const)('sniffMedia recognizes %s as %s', async (name, container, mediaType, extension, mayHaveVideo) => {
    expect(sniffMedia(await fixture(name))).toEqual({ container, mediaType, extension, mayHaveVideo })
  })

  test('sniffMedia recognizes a WAV file', () => {
    expect(sniffMedia(text('RIFF\u0024\u0000\u0000\u0000WAVEfmt '))?.container).toBe('wav')
  })

  test('sniffMedia recognizes an MP3 whose cover picture fills the whole head', async () => {
    const tag = Uint8Array.from([...text('ID3'), 3, 0, 0, 0, 0x20, 0, 0])
    expect(sniffMedia(Uint8Array.from([...tag, ...new Uint8Array(1000)]))?.container).toBe('mp3')
  })

  test('sniffMedia recognizes an MP3 after a tag with padding', async () => {
    const frames = await fixture('bare.mp3')
    const tag = Uint8Array.from([...text('ID3'), 3, 0, 0, 0, 0, 0, 20])
    expect(sniffMedia(Uint8Array.from([...tag, ...new Uint8Array(52), ...frames]))?.container).toBe('mp3')
  })

  test('sniffMedia recognizes QuickTime from before the ftyp box', () => {
    expect(sniffMedia(Uint8Array.from([0, 0, 0, 8, ...text('wide'), 0, 1, 0, 0, ...text('mdat')]))?.container).toBe(
      'mov',
    )
  })
})

describe('rejecting other files', () => {
  test.each([
    ['nothing', new Uint8Array(0)],
    ['PDF', text('%PDF-1.7\n%âãÏÓ\n1 0 obj')],
    ['PNG', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ['ZIP', Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0])],
    ['a program', Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
    ['text', text('the transcript of a session, the free one')],
    ['WebVTT', text('WEBVTT\n\n00:01.000 --> 00:02.000\nHello')],
    ['AVI', text('RIFF\u0024\u0000\u0000\u0000AVI LIST')],
    ['a HEIC picture', box('heic')],
    ['an AVIF picture', box('avif')],
    [
      'Matroska that is not WebM',
      Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, 0x8b, 0x42, 0x82, 0x88, ...text('matroska')]),
    ],
    ['AAC without a container', Uint8Array.from([0xff, 0xf1, 0x50, 0x80, 0x2e, 0x7f, 0xfc, 0x21])],
    ['all ones', new Uint8Array(500).fill(0xff)],
    ['all zeros', new Uint8Array(500)],
    [
      'an ID3 tag before something else',
      Uint8Array.from([...text('ID3'), 3, 0, 0, 0, 0, 0, 2, 0, 0, ...text('%PDF-1.7')]),
    ],
    ['one MP3 header before text', Uint8Array.from([0xff, 0xfb, 0x90, 0x64, ...text('x'.repeat(2000))])],
  ])('sniffMedia rejects a file that is not a recording: %s', (_, head) => {
    expect(sniffMedia(head)).toBeNull()
  })

  test('sniffMedia rejects a stored MP3 inside a zip', async () => {
    const head = Uint8Array.from([0x50, 0x4b, 3, 4, ...new Uint8Array(30), ...(await fixture('bare.mp3'))])
    expect(sniffMedia(head)).toBeNull()
  })

  test('sniffMedia never throws, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (head) => {
        const kind = sniffMedia(head)
        expect(kind === null || kind.mediaType.includes('/')).toBe(true)
      }),
    )
  })
})

test('storedExtension derives the file extension from the media type', () => {
  const types = ['audio/mp3', 'audio/mpeg', 'audio/mp4', 'audio/wav', 'audio/m4a', 'audio/webm', 'audio/anything']
  expect(types.map(storedExtension)).toEqual(['mp3', 'mp3', 'mp4', 'wav', 'm4a', 'webm', 'webm'])
})
