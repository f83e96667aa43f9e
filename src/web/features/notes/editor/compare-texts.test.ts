import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTexts } from './compare-texts.ts'

describe('compareTexts', () => {
  it('compareTexts returns changed sentences between unchanged ones', () =>
    expect(compareTexts('One. Two. Three.', 'One. Second. Three.')).toEqual([
      { text: 'One.', kind: 'same' },
      { text: 'Two.', kind: 'only here' },
      { text: 'Second.', kind: 'only there' },
      { text: 'Three.', kind: 'same' },
    ]))

  it('compareTexts returns differences from which both texts can be rebuilt', () => {
    const sentences = fc.array(fc.constantFrom('One.', 'Two.', 'Three.', 'Four.')).map((list) => list.join(' '))
    fc.assert(
      fc.property(sentences, sentences, (here, there) => {
        const compared = compareTexts(here, there)
        const without = (kind: string) => compared.filter((part) => part.kind !== kind).map(({ text }) => text)
        expect(without('only there').join(' ')).toBe(here)
        expect(without('only here').join(' ')).toBe(there)
      }),
    )
  })
})
