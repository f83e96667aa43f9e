import { describe, expect, it } from 'vitest'
import { kindOf, fileError } from './accepted-files.ts'

const file = (name: string, type = '', content = '') => new File([content], name, { type })

describe('the kind of an uploaded file', () => {
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
  ])('an uploaded file of the type %s is a recording', async (type) =>
    expect(await kindOf(file('session', type))).toBe('recording'),
  )

  it('the kind of an uploaded file depends on its name if the browser does not know the type', async () => {
    expect(await kindOf(file('Session.M4A'))).toBe('recording')
    expect(await kindOf(file('zoom.vtt'))).toBe('transcript')
    for (const name of ['notes.txt', 'session.docx', 'export.csv', 'descript.html', 'meet.md'])
      expect(await kindOf(file(name))).toBe('transcript')
    expect(await kindOf(file('session.pdf', 'application/pdf'))).toBeNull()
  })

  it('the kind of an uploaded file depends on its content if its name is unknown', async () => {
    expect(await kindOf(file('export', '', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello'))).toBe('transcript')
    expect(await kindOf(file('export', '', '1\r\n00:00:01,000 --> 00:00:02,000\r\nHello'))).toBe('transcript')
    expect(await kindOf(file('picture', 'image/png', 'PNG'))).toBeNull()
  })
})

describe('the rejection of a file', () => {
  const mb = 1024 * 1024

  it('a rejected file shows the specified message', () => {
    expect(fileError({ name: 'picture.png', size: 10 }, null, 25)).toBe(
      'Unsupported file format. Please upload: MP3, MP4, M4A, WAV, MOV, or WEBM files.',
    )
    expect(fileError({ name: 'session', size: 0 }, 'recording', 25)).toBe('Audio file is required')
    expect(fileError({ name: 'session', size: 25 * mb + 1 }, 'recording', 25)).toBe(
      'File too large. Maximum size is 25 MB.',
    )
  })

  it('the rejection of a document explains how it can be used as a transcript', () => {
    for (const name of ['session.pdf', 'Session.PDF', 'notes.rtf', 'session.doc', 'a.odt'])
      expect(fileError({ name, size: 10 }, null, 25)).toBe(
        'Unsupported file format. Please upload: MP3, MP4, M4A, WAV, MOV, or WEBM files. Attend cannot read PDF, RTF and older Word documents. Save the transcript as Word (DOCX) or plain text, or copy its text and paste it.',
      )
  })

  it('a transcript of more than 2 MB is rejected with the limit, and an empty one with its own message', () => {
    expect(fileError({ name: 'session', size: 2 * mb }, 'transcript', 25)).toBeNull()
    expect(fileError({ name: 'session', size: 2 * mb + 1 }, 'transcript', 25)).toBe(
      'This transcript is too large. The limit is 2 MB.',
    )
    expect(fileError({ name: 'session', size: 0 }, 'transcript', 25)).toBe('Transcript is required')
  })

  it('a file of exactly the maximum size is accepted', () =>
    expect(fileError({ name: 'session', size: 25 * mb }, 'recording', 25)).toBeNull())
})
