import { describe, expect, test } from 'vitest'
import { safetyQuote } from './safety-quote.ts'

const turn = (id: string, speaker: string, text: string) => ({
  id,
  speaker,
  isTherapist: speaker === 'Therapist',
  text,
})
const turns = [
  turn('u1', 'Therapist', 'Any thoughts of ending your life?'),
  turn('u2', 'Client', 'No. Well, "sometimes".'),
  turn('u3', 'Client', 'At night.'),
  turn('u4', 'Therapist', 'How often?'),
]

describe('a safety passage in the note', () => {
  test('a safety passage in the note quotes a question with the whole answer, and links every quoted utterance', () => {
    expect(safetyQuote({ utteranceId: 'u1', quote: 'Any thoughts of ending your life?' }, turns)).toEqual({
      text: 'Therapist: “Any thoughts of ending your life?” Client: “No. Well, ’sometimes’.” Client: “At night.”',
      evidence: [
        { utteranceId: 'u1', quote: 'Any thoughts of ending your life?' },
        { utteranceId: 'u2', quote: 'No. Well, "sometimes".' },
        { utteranceId: 'u3', quote: 'At night.' },
      ],
    })
  })

  test('a safety passage in the note quotes the whole utterance of the client', () => {
    expect(safetyQuote({ utteranceId: 'u2', quote: 'Well, "sometimes".' }, turns).text).toBe(
      'Client: “No. Well, ’sometimes’.”',
    )
  })

  test('a safety passage in the note has no evidence if its utterance no longer exists', () => {
    expect(safetyQuote({ utteranceId: 'gone', quote: 'Once.' }, turns)).toEqual({ text: '“Once.”', evidence: [] })
  })
})
