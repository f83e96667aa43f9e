import { expect, test } from 'vitest'
import { createFakeSpeech } from '../speech/fake.ts'
import { createChosenSpeech } from './chosen-speech.ts'

test('a transcription ends with its engine, and the next one uses the new choice', async () => {
  let chosen = 'a'
  const closed: string[] = []
  const release = Promise.withResolvers<void>()
  const speech = createChosenSpeech(
    () => chosen,
    (model) => ({
      ...createFakeSpeech(async () => {
        if (model === 'a') await release.promise
        return [{ start: 0, end: 1, text: `by ${model}` }]
      }),
      close: async () => void closed.push(String(model)),
    }),
  )
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  const first = speech.transcribe('one', options)
  chosen = 'b'
  expect((await speech.transcribe('two', options)).segments[0]?.text).toBe('by b')
  expect(closed).toEqual([])
  release.resolve()
  expect((await first).segments[0]?.text).toBe('by a')
  expect(closed).toEqual(['a'])
  await speech.close()
  expect(closed).toEqual(['a', 'b'])
})
