import { expect, test } from 'vitest'
import { createFakeSpeech } from '../speech/fake.ts'
import { createChosenSpeech } from './chosen-speech.ts'

test('a transcription ends with its engine, and the next one uses the new choice', async () => {
  let chosen = { speech: 'a', speakers: 'x' }
  const closed: string[] = []
  const release = Promise.withResolvers<void>()
  const speech = createChosenSpeech(
    () => chosen,
    ({ speech: model, speakers }) => ({
      ...createFakeSpeech(async () => {
        if (speakers === 'x') await release.promise
        return [{ start: 0, end: 1, text: `by ${model} and ${speakers}` }]
      }),
      close: async () => void closed.push(`${model}${speakers}`),
    }),
  )
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  const first = speech.transcribe('one', options)
  chosen = { speech: 'a', speakers: 'y' }
  expect((await speech.transcribe('two', options)).segments[0]?.text).toBe('by a and y')
  expect(closed).toEqual([])
  release.resolve()
  expect((await first).segments[0]?.text).toBe('by a and x')
  expect(closed).toEqual(['ax'])
  chosen = { speech: 'b', speakers: 'y' }
  expect((await speech.transcribe('three', options)).segments[0]?.text).toBe('by b and y')
  expect(closed).toEqual(['ax', 'ay'])
  await speech.close()
  expect(closed).toEqual(['ax', 'ay', 'by'])
})
