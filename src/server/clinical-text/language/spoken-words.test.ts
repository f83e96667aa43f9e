import { expect, test } from 'vitest'
import { hasEnoughSpeech, spokenWords } from './spoken-words.ts'
import { transcriptOf } from '../transcript.fixture.ts'

test('spokenWords counts words, not marks in brackets', () => {
  expect(spokenWords(transcriptOf("T: Hello there.\nC: I don't know [laughter] (inaudible 00:12)."))).toBe(5)
})

const words = (count: number) => transcriptOf(`C: ${Array.from({ length: count }, () => 'word').join(' ')}`)

test('a note needs forty spoken words', () => {
  expect(hasEnoughSpeech(words(39))).toBe(false)
  expect(hasEnoughSpeech(words(40))).toBe(true)
})

test('the words after the fortieth are not counted', () => {
  const transcript = words(40)
  const [first] = transcript.utterances
  if (!first) throw new Error('no utterance')
  const later = {
    ...first,
    get text(): string {
      throw new Error('counted')
    },
  }
  expect(hasEnoughSpeech({ ...transcript, utterances: [first, later] })).toBe(true)
})
