import { describe, expect, it } from 'vitest'
import { changeSentence } from './change-sentence.ts'

describe('changeSentence', () => {
  it('changeSentence replaces a sentence and leaves the text around it', () => {
    expect(changeSentence('One. Two  three. Four.', 'Two three.', 'Five.')).toBe('One. Five. Four.')
  })

  it('changeSentence removes a sentence with the space beside it', () => {
    expect(changeSentence('One. Two. Three.', 'Two.', '')).toBe('One. Three.')
    expect(changeSentence('One. Two.', 'Two.', '')).toBe('One.')
    expect(changeSentence('One. Two.', 'One.', '')).toBe('Two.')
  })

  it('changeSentence removes a line with its bullet when its only sentence is removed', () => {
    expect(changeSentence('- One.\n- Two.\n- Three.', 'Two.', '')).toBe('- One.\n- Three.')
    expect(changeSentence('- One.\n- Two.', 'Two.', '')).toBe('- One.')
    expect(changeSentence('- One.\n- Two.', 'One.', '')).toBe('- Two.')
  })

  it('changeSentence keeps the bullet of a line with another sentence', () => {
    expect(changeSentence('- One. Two.', 'One.', '')).toBe('- Two.')
  })

  it('changeSentence removes a sentence with many brackets around it', () => {
    expect(changeSentence(`One. ${'('.repeat(20_000)}Two.${')'.repeat(20_000)}`, 'Two.', '')).toBe('One.')
  })

  it('changeSentence changes the whole sentence, not the same words in a longer one', () => {
    const content = 'Her mother says Ana sleeps badly. She works. Ana sleeps badly.'
    expect(changeSentence(content, 'Ana sleeps badly.', '')).toBe('Her mother says Ana sleeps badly. She works.')
    expect(changeSentence(content, 'Ana sleeps badly.', 'Ana sleeps well.')).toBe(
      'Her mother says Ana sleeps badly. She works. Ana sleeps well.',
    )
    expect(changeSentence('- Denies pain at night\n- Denies pain', 'Denies pain', '')).toBe('- Denies pain at night')
    expect(changeSentence('Seen with Dr. Ito. Ito agreed.\n\nIto agreed.', 'Ito agreed.', '')).toBe(
      'Seen with Dr. Ito.\n\nIto agreed.',
    )
  })

  it.each([
    ['One.\n\nTwo.\n\nThree.', 'Two.', 'One.\n\nThree.'],
    ['One.\n\nTwo.', 'One.', 'Two.'],
    ['One.\n\nTwo.', 'Two.', 'One.'],
    ['A.\n\n- One.\n\nB.', 'One.', 'A.\n\nB.'],
    ['(One.) Two.', 'One.', 'Two.'],
    ['“One.” Two.', 'One.', 'Two.'],
    ['Zero. [One.]', 'One.', 'Zero.'],
    ['He said “One. Two.” Three.', 'One.', 'He said “Two.” Three.'],
    ['He said “One. Two.” Three.', 'Two.', 'He said “One.” Three.'],
  ])('changeSentence leaves no empty lines, brackets or quotation marks: %j without %j', (text, sentence, rest) => {
    expect(changeSentence(text, sentence, '')).toBe(rest)
  })

  it('changeSentence does not change a text without the sentence', () => {
    expect(changeSentence('One.', 'Two.', '')).toBe('One.')
  })
})
