import { describe, expect, test } from 'vitest'
import { readAnswer, endpointError } from './endpoint-answer.ts'
import { SpeechError } from './port.ts'
import { spokenText } from './spoken-text.ts'
import { sortByTime, steadyProgress } from './timeline.ts'

const piece = { start: 100, end: 130 }
const read = (answer: unknown) => readAnswer(JSON.stringify(answer), piece)

describe('responses of a transcription endpoint', () => {
  test('segments of a response move to the position of their piece, whatever other fields they have', () => {
    const segments = [{ id: 0, start: 0.5, end: 2, text: ' I slept better.', no_speech_prob: 0.1 }]
    expect(read({ task: 'transcribe', text: 'I slept better.', segments })).toEqual({
      segments: [{ start: 100.5, end: 102, text: 'I slept better.' }],
      hasTimes: true,
    })
  })

  test('times of a response beyond its piece are limited to the piece', () => {
    const segments = [
      { start: -1, end: 400, text: 'Yes.' },
      { start: 20, end: 10, text: 'No.' },
    ]
    expect(read({ text: 'Yes. No.', segments }).segments).toEqual([
      { start: 100, end: 130, text: 'Yes.' },
      { start: 120, end: 120, text: 'No.' },
    ])
  })

  test.each([
    ['no segments', { text: ' Hello. ' }],
    ['null', { text: 'Hello.', segments: null }],
    ['an empty list', { text: 'Hello.', segments: [] }],
    ['segments without times', { text: 'Hello.', segments: [{ text: 'Hello.' }] }],
  ])('text without times (%s) gets the times of its piece', (_, answer) => {
    expect(read(answer)).toEqual({ segments: [{ start: 100, end: 130, text: 'Hello.' }], hasTimes: false })
  })

  test('a response for silence gives no segments', () => {
    expect(read({ text: '' }).segments).toEqual([])
    expect(read({ text: ' [BLANK_AUDIO]', segments: [{ start: 0, end: 1, text: ' [BLANK_AUDIO]' }] }).segments).toEqual(
      [],
    )
  })

  test.each([
    ['a page', '<!doctype html><title>Bad gateway</title>'],
    ['nothing', ''],
    ['half an answer', '{"text":"I slept b'],
    ['something else', '{"ok":true}'],
    ['a list', '[]'],
  ])('readAnswer rejects a response that is %s', (_, body) => {
    expect(() => readAnswer(body, piece)).toThrow(SpeechError)
  })
})

describe('errors of a transcription endpoint', () => {
  test('errors of a transcription endpoint have the specified wording', () => {
    const body = JSON.stringify({ error: { message: 'Incorrect API key provided', type: 'invalid_request_error' } })
    expect(endpointError(401, 'Unauthorized', body).message).toBe('401 Unauthorized - Incorrect API key provided')
    expect(endpointError(400, '', '{"error":"no model"}').message).toBe('400 Bad Request - no model')
    expect(endpointError(404, '', '{"detail":"Model not found"}').message).toBe('404 Not Found - Model not found')
    const inside = JSON.stringify({ detail: { error: { message: 'Unknown model', type: 'invalid_request_error' } } })
    expect(endpointError(400, '', inside).message).toBe('400 Bad Request - Unknown model')
    const invalid = JSON.stringify({ detail: [{ loc: ['body', 'model'], msg: 'Field required' }] })
    expect(endpointError(422, '', invalid).message).toBe('422 Unprocessable Entity - Field required')
    expect(endpointError(502, 'Bad Gateway', '<html>').message).toBe('502 Bad Gateway - no explanation given')
  })

  test('errors of busy and broken servers are transient, other errors are not', () => {
    const transient = [400, 401, 404, 413, 429, 500, 503].filter((status) => endpointError(status, '', '').transient)
    expect(transient).toEqual([429, 500, 503])
  })
})

test('spokenText returns an empty text for markers of silence and music, and keeps speech', () => {
  const marks = ['', ' . ', '...', '[BLANK_AUDIO]', '(silence)', '[ Silence ]', '♪♪', '*music*']
  expect(marks.map(spokenText)).toEqual(marks.map(() => ''))
  expect(spokenText(' [laughs] I know. ')).toBe('[laughs] I know.')
  expect(spokenText('Silence is hard for me.')).toBe('Silence is hard for me.')
})

test('segments of two channels are in spoken order', () => {
  const segments = [1, 5, 0, 3].map((start) => ({ start, end: start + 1, text: String(start) }))
  expect(sortByTime(segments).map(({ start }) => start)).toEqual([0, 1, 3, 5])
})

test('steadyProgress reports only increasing shares, of at most 1', () => {
  const seen: number[] = []
  const report = steadyProgress((share) => seen.push(share))
  for (const share of [0.1, 0.5, 0.2, 0.5, 0.7, 1.2]) report(share)
  expect(seen).toEqual([0.1, 0.5, 0.7, 1])
})
