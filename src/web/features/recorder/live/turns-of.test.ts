import { expect, it } from 'vitest'
import { turnsOf } from './turns-of.ts'

it('consecutive live text of one voice is joined into a turn, in order of time', () => {
  const line = (id: string, start: number, voice: 'therapist' | 'client', text: string) => {
    return { id, start, end: start + 5, voice, text }
  }
  const turns = turnsOf([
    line('1', 0, 'therapist', 'How was the week?'),
    line('2', 10, 'client', 'I went in.'),
    line('3', 5, 'client', 'Better.'),
    line('4', 15, 'therapist', 'And then?'),
  ])
  expect(turns.map(({ voice, start, text }) => `${start} ${voice}: ${text}`)).toEqual([
    '0 therapist: How was the week?',
    '5 client: Better. I went in.',
    '15 therapist: And then?',
  ])
})
