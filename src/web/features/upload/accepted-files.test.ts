import { describe, expect, it } from 'vitest'
import { kindOf, refusal } from './accepted-files.ts'

const file = (name: string, type = '', content = '') => new File([content], name, { type })

describe('what a file is handed in as', () => {
  it.each([
    'audio/mp3',
    'audio/mpeg',
    'audio/mp4',
    'audio/m4a',
    'audio/wav',
    'audio/webm',
    'video/mp4',
    'video/mov',
    'video/webm',
  ])('%s is a recording', async (type) => expect(await kindOf(file('session', type))).toBe('recording'))

  it('goes by the name where the browser knows no type', async () => {
    expect(await kindOf(file('Session.M4A'))).toBe('recording')
    expect(await kindOf(file('zoom.vtt'))).toBe('transcript')
    expect(await kindOf(file('notes.txt', 'text/plain'))).toBe('transcript')
  })

  it('looks into a file without a telling name', async () => {
    expect(await kindOf(file('export', '', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello'))).toBe('transcript')
    expect(await kindOf(file('export', '', '1\r\n00:00:01,000 --> 00:00:02,000\r\nHello'))).toBe('transcript')
    expect(await kindOf(file('picture', 'image/png', 'PNG'))).toBeNull()
  })
})

describe('why a file is refused', () => {
  const mb = 1024 * 1024

  it('says the specified sentences', () => {
    expect(refusal({ size: 10 }, null, 25)).toBe(
      'Unsupported file format. Please upload: MP3, MP4, M4A, WAV, MOV, or WEBM files.',
    )
    expect(refusal({ size: 0 }, 'recording', 25)).toBe('Audio file is required')
    expect(refusal({ size: 25 * mb + 1 }, 'recording', 25)).toBe('File too large. Maximum size is 25 MB.')
  })

  it('says the limit of a transcript, which is the server’s too', () => {
    expect(refusal({ size: 2 * mb }, 'transcript', 25)).toBeNull()
    expect(refusal({ size: 2 * mb + 1 }, 'transcript', 25)).toBe('This transcript is too large. The limit is 2 MB.')
    expect(refusal({ size: 0 }, 'transcript', 25)).toBe('Transcript is required')
  })

  it('takes a file of exactly the limit', () => expect(refusal({ size: 25 * mb }, 'recording', 25)).toBeNull())
})
