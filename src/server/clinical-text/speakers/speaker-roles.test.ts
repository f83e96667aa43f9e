import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import type { Speaker, Transcript } from '#shared/contract/transcripts.ts'
import { labelSpeakers } from './speaker-roles.ts'

const turns: [string, string][] = [
  ['A', 'How has your week been since we last met?'],
  ['B', "It was rough. I couldn't sleep and my boss yelled at me."],
  ['A', 'It sounds like you felt humiliated. What did you do then?'],
  ['B', 'I just went home and cried, I guess.'],
  ['A', "You're feeling worn out. Would you like to try the breathing exercise with me?"],
  ['B', "Yeah, I can try. I don't know if it helps me."],
]
const transcript = (labelled: readonly [string, string][], engine = 'import text'): Transcript => ({
  utterances: labelled.map(([label, text], at) => ({
    id: `u${at}`,
    speaker: 'unknown',
    label,
    start: 0,
    end: 0,
    text,
  })),
  language: 'en',
  engine,
  hasTimes: false,
})
const roles = (one: Transcript) => labelSpeakers(one).utterances.map(({ speaker }) => speaker)

const withoutSpeakers = (one: Transcript) =>
  one.utterances.map(({ id, text, start, end }) => ({ id, text, start, end }))

describe('labelSpeakers', () => {
  const expected = ['therapist', 'client', 'therapist', 'client', 'therapist', 'client']

  test('speakers with labels get one role per label', () => {
    expect(roles(transcript(turns))).toEqual(expected)
  })

  test('labeling does not depend on the labels’ names or order', () => {
    const swapped = turns.map(([label, text]): [string, string] => [label === 'A' ? 'Zed' : 'Ann', text]).slice(1)
    expect(roles(transcript(swapped))).toEqual(expected.slice(1))
  })

  test('turns without labels get roles one by one, and two labels', () => {
    const labelled = labelSpeakers(transcript(turns.map(([, text]) => ['', text])))
    expect(labelled.utterances.map(({ speaker }) => speaker)).toEqual(expected)
    expect(new Set(labelled.utterances.map(({ label }) => label)).size).toBe(2)
  })

  test('labelSpeakers marks turns without a label whose role is uncertain, and no others', () => {
    const said = [...turns.map(([, text]) => text), 'The green one.']
    const unsure = (one: Transcript) => labelSpeakers(one).utterances.map(({ isSpeakerUnsure }) => isSpeakerUnsure)
    expect(
      unsure(
        transcript(
          said.map((text) => ['', text]),
          'whisper',
        ),
      ).at(-1),
    ).toBe(true)
    expect(
      unsure(
        transcript(
          said.map((text) => ['', text]),
          'whisper',
        ),
      ).slice(0, 5),
    ).toEqual(Array(5).fill(undefined))
    expect(unsure(transcript(turns))).toEqual(Array(6).fill(undefined))
  })

  test('if one of two labels has a role, the other gets the opposite role', () => {
    const known = transcript(turns)
    const utterances = known.utterances.map((one) =>
      one.label === 'B' ? { ...one, speaker: 'therapist' as const } : one,
    )
    expect(roles({ ...known, utterances })[0]).toBe('client')
  })

  test('a third label gets the role “other”', () => {
    expect(roles(transcript([...turns, ['Mom', 'Hello, sorry, wrong room.']])).at(-1)).toBe('other')
  })

  test('a turn of 100,000 characters without punctuation is labeled within seconds', () => {
    for (const words of ['how you ', 'do you ', 'so  ', 'an ordinary word '])
      expect(roles(transcript([['', words.repeat(100_000 / words.length)]]))).toHaveLength(1)
  }, 20_000)

  test('labelSpeakers keeps words, times, order and known roles', () => {
    const label = fc.constantFrom('', 'A', 'B', 'C')
    const speaker = fc.constantFrom<Speaker>('unknown', 'therapist', 'client', 'other')
    const utterance = fc.record({ speaker, label, text: fc.string(), start: fc.nat(), end: fc.nat() })
    fc.assert(
      fc.property(fc.array(utterance, { maxLength: 12 }), (utterances) => {
        const before: Transcript = {
          utterances: utterances.map((one, at) => ({ ...one, id: `u${at}` })),
          language: 'en',
          engine: 'x',
          hasTimes: true,
        }
        const after = labelSpeakers(before)
        expect(withoutSpeakers(after)).toEqual(withoutSpeakers(before))
        const changed = after.utterances.filter((one, at) => one.speaker !== before.utterances[at]?.speaker)
        const ids = new Set(changed.map(({ id }) => id))
        expect(before.utterances.filter(({ id, speaker: known }) => ids.has(id) && known !== 'unknown')).toEqual([])
      }),
    )
  })
})
