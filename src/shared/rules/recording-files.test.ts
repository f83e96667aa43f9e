import { expect, test } from 'vitest'
import { isRecordingFile } from './recording-files.ts'

const specified = [
  'audio/mp3',
  'audio/mpeg',
  'audio/mp4',
  'audio/m4a',
  'audio/wav',
  'audio/webm',
  'video/mp4',
  'video/mov',
  'video/webm',
]

test.each(specified)('the specified type %s is accepted under any name', (mediaType) => {
  expect(isRecordingFile({ fileName: 'session', mediaType })).toBe(true)
  expect(isRecordingFile({ fileName: 'session', mediaType: `${mediaType.toUpperCase()}; codecs=opus` })).toBe(true)
})

test.each(['a.mp3', 'a.MP4', 'a.m4a', 'a.wav', 'a.Mov', 'a.webm'])(
  'the file %s is accepted without a type',
  (fileName) => {
    expect(isRecordingFile({ fileName, mediaType: '' })).toBe(true)
  },
)

test.each([
  ['notes.pdf', 'application/pdf'],
  ['a.mp3.exe', ''],
  ['mp3', ''],
  ['song.flac', 'audio/flac'],
  ['a.ogg', 'audio/ogg'],
  ['', ''],
])('the file %j of type %j is rejected', (fileName, mediaType) => {
  expect(isRecordingFile({ fileName, mediaType })).toBe(false)
})
