import { describe, expect, it, test } from 'vitest'
import type { Speaker } from '#shared/contract/transcripts.ts'
import { speakerName } from '#shared/rules/speaker-name.ts'
import { correctedWords } from './corrected-words.ts'
import { overlapsOf } from './overlaps.ts'
import { initialOf, labelledSpeakers, nameIn } from './speakers.ts'

const people = { therapist: 'Dr. Maya Okafor', client: 'Peter Novak' }
const turn = (label: string, speaker: Speaker) => ({ id: label, label, speaker, start: 0, end: 0, text: 'Yes.' })

describe('the speakers of a transcript', () => {
  it('the speakers of a transcript are listed once each, therapist and client first, with their most frequent role', () => {
    const turns = [
      turn('Zoe', 'other'),
      turn('Speaker 1', 'client'),
      turn('Speaker 2', 'therapist'),
      turn('Speaker 2', 'client'),
      turn('Speaker 2', 'therapist'),
    ]
    expect(labelledSpeakers(turns, people, 'Speaker 2')).toEqual([
      { label: 'Speaker 2', speaker: 'therapist', turns: 3, name: 'Dr. Maya Okafor', initial: 'M', isRecognized: true },
      { label: 'Speaker 1', speaker: 'client', turns: 1, name: 'Peter Novak', initial: 'P', isRecognized: false },
      { label: 'Zoe', speaker: 'other', turns: 1, name: 'Zoe', initial: 'Z', isRecognized: false },
    ])
  })

  it('speakers are named by their labels until their roles are known', () => {
    expect(speakerName({ speaker: 'unknown', label: 'Speaker 2' })).toBe('Speaker 2')
    expect(speakerName({ speaker: 'client', label: 'Speaker 2' })).toBe('Client')
    expect(speakerName({ speaker: 'unknown', label: '' })).toBe('Unknown')
  })

  test.each([
    ['Speaker 1', 'therapist', 'Dr. Maya Okafor'],
    ['SPEAKER_01', 'client', 'Peter Novak'],
    ['Therapist', 'therapist', 'Dr. Maya Okafor'],
    ['Ada', 'client', 'Ada'],
    ['Speaker 3', 'other', 'Speaker 3'],
    ['Client', 'other', 'Other'],
    ['', 'unknown', 'Unknown'],
    ['Dr. Lee', 'therapist', 'Dr. Lee'],
  ] as const)('a turn with label %j and role %s shows the name %j', (label, speaker, name) => {
    expect(nameIn(people, { label, speaker })).toBe(name)
  })

  it('the initials of speakers are whole characters or numbers', () => {
    expect(['👩🏽‍⚕️ Kim', 'Speaker 12', 'مريم'].map(initialOf)).toEqual(['👩🏽‍⚕️', '12', 'م'])
  })
})

describe('overlaps of turns', () => {
  const utterance = (id: string, label: string, start: number, end: number) => ({
    ...turn(label, 'client'),
    id,
    start,
    end,
  })

  it('overlaps are marked on both turns if two speakers talk at the same time for a second or more', () => {
    const turns = [
      utterance('a', 'A', 0, 10),
      utterance('b', 'B', 8, 12),
      utterance('c', 'A', 11.8, 14),
      utterance('d', 'A', 12, 15),
    ]
    expect([...overlapsOf(turns, true)]).toEqual([
      ['a', 2],
      ['b', 2],
    ])
    expect(overlapsOf(turns, false).size).toBe(0)
  })
})

describe('corrected words', () => {
  test.each([
    ['before the meeting.', 'before the greeting.', ['meeting.'], 'greeting.'],
    ['I slept well', 'I slept', ['well'], ''],
    ['I slept', 'I slept badly', [], 'badly'],
    ['a B c D e', 'a b c d e', ['B', 'D'], 'b … d'],
    ['', 'Yes.', [], 'Yes.'],
  ])('in %j, corrected from %j, the new words are %j', (text, original, words, replaced) => {
    const found = correctedWords(text, original)
    expect(found.stretches.filter(({ isNew }) => isNew).map((stretch) => stretch.text.trim())).toEqual(words)
    expect(found.stretches.map((stretch) => stretch.text).join('')).toBe(text)
    expect(found.replaced).toBe(replaced)
  })

  it('corrected words are found quickly in long turns', () => {
    const longText = Array.from({ length: 20_000 }, (_, at) => `w${at}`).join(' ')
    const startedAt = performance.now()
    correctedWords(`x ${longText} y`, `z ${longText.toUpperCase()} q`)
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })
})
