import { describe, expect, test } from 'vitest'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { unitsOf } from './units.ts'

const roles: Readonly<Record<string, 'therapist' | 'client'>> = { T: 'therapist', C: 'client' }

function transcriptOf(...lines: string[]): Transcript {
  const utterances = lines.map((line, at) => {
    const [label = '', text = ''] = line.split(/: (.*)/)
    return { id: `u${at}`, speaker: roles[label] ?? ('other' as const), label, start: at * 5, end: at * 5 + 4, text }
  })
  return { utterances, language: 'en', engine: 'import', hasTimes: true }
}

const answersIn = (...lines: string[]) =>
  unitsOf(transcriptOf(...lines)).flatMap(({ who, said, voice }) =>
    who === 'answer' ? [{ text: said.text, voice }] : [],
  )

describe('the answer to a question', () => {
  test.each([
    ['an amount', 'How much are you drinking now?', "Two beers on Friday. That's all since September."],
    ['a restriction', 'Are you still taking the sertraline?', 'I stopped it in May. It made me queasy.'],
    ['a correction', 'How many drinks were there that night?', 'Three, four. Not drunk. Well, maybe five.'],
    ['a rating', 'From nought to ten, how bad is the worry?', 'Ten. And five when Miss Hardy meets me at the gate.'],
    [
      'a long rating',
      'Out of ten, how low is your mood?',
      'Six, I suppose. On Monday it was lower because the dog was ill and I had to take him to the vet twice. Since then I have been sleeping in the living room beside him. So today I would say four.',
    ],
    ['risk', 'Any thoughts of suicide?', 'No. Not today. On Sunday I thought about the bridge.'],
  ])('an answer with %s is quoted completely', (_, question, answer) => {
    expect(answersIn(`T: ${question}`, `C: ${answer}`)).toEqual([{ text: answer, voice: '' }])
  })

  test('a rating continues after a short reaction of the therapist', () => {
    const said = [
      'T: Out of ten, how strong is the urge?',
      'C: About a five.',
      'T: Mm-hmm.',
      'C: No, at night it is an eight.',
    ]
    expect(answersIn(...said)).toEqual([{ text: 'About a five. … No, at night it is an eight.', voice: '' }])
  })

  test('a long answer is shortened in its pair with the question', () => {
    const rest = Array.from({ length: 12 }, (_, at) => `Then my sister came over on day ${at}.`).join(' ')
    const [answer] = answersIn('T: How often do you see your sister?', `C: Twice a week. ${rest}`)
    expect(answer?.text.startsWith('Twice a week. Then')).toBe(true)
    expect(answer?.text.split(' ').length).toBeLessThanOrEqual(30)
  })
})

test('an answer of another person is not attributed to the client', () => {
  expect(answersIn('T: Mum, when did he last eat breakfast?', 'Mother: On Monday. Toast.')).toEqual([
    { text: 'On Monday. Toast.', voice: 'Mother' },
  ])
})
