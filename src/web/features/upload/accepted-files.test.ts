import { describe, expect, it } from 'vitest'
import { kindOf, refusal } from './accepted-files.ts'

const file = (name: string, type = '', content = '') => new File([content], name, { type })

describe('kind of an uploaded file', () => {
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
  ])('accepts %s as a recording', async (type) => expect(await kindOf(file('session', type))).toBe('recording'))

  it('uses the name if the browser knows no type', async () => {
    expect(await kindOf(file('Session.M4A'))).toBe('recording')
    expect(await kindOf(file('zoom.vtt'))).toBe('transcript')
    expect(await kindOf(file('notes.txt', 'text/plain'))).toBe('transcript')
  })

  it('inspects the content of a file with an unknown name', async () => {
    expect(await kindOf(file('export', '', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello'))).toBe('transcript')
    expect(await kindOf(file('export', '', '1\r\n00:00:01,000 --> 00:00:02,000\r\nHello'))).toBe('transcript')
    expect(await kindOf(file('picture', 'image/png', 'PNG'))).toBeNull()
  })
})

describe('file rejection', () => {
  const mb = 1024 * 1024

  it('shows the specified messages', () => {
    expect(refusal({ size: 10 }, null, 25)).toBe(
      'Unsupported file format. Please upload: MP3, MP4, M4A, WAV, MOV, or WEBM files.',
    )
    expect(refusal({ size: 0 }, 'recording', 25)).toBe('Audio file is required')
    expect(refusal({ size: 25 * mb + 1 }, 'recording', 25)).toBe('File too large. Maximum size is 25 MB.')
  })

  it("shows the transcript limit, which equals the server's", () => {
    expect(refusal({ size: 2 * mb }, 'transcript', 25)).toBeNull()
    expect(refusal({ size: 2 * mb + 1 }, 'transcript', 25)).toBe('This transcript is too large. The limit is 2 MB.')
    expect(refusal({ size: 0 }, 'transcript', 25)).toBe('Transcript is required')
  })

  it('accepts a file of exactly the limit', () => expect(refusal({ size: 25 * mb }, 'recording', 25)).toBeNull())
})
