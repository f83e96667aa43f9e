import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Statement } from '#shared/contract/notes.ts'
import { markedLines } from './marked-text.ts'

const supported = (text: string): Statement => ({ text, evidence: [], check: 'supported' })

describe('markedLines', () => {
  it('markedLines keeps lines, bullets and text between sentences', () => {
    const statements = [supported('She sleeps better.'), supported('Score (GAD-7) is 8.')]
    const lines = markedLines({ content: '- She  sleeps better.\n\nScore (GAD-7) is 8. ', statements })
    expect(lines).toEqual([
      [
        { text: '- ', statement: null },
        { text: 'She  sleeps better.', statement: statements[0] },
      ],
      [],
      [
        { text: 'Score (GAD-7) is 8.', statement: statements[1] },
        { text: ' ', statement: null },
      ],
    ])
  })

  it('markedLines marks both occurrences of a repeated sentence', () => {
    const twice = [supported('Yes.'), supported('Yes.')]
    expect(
      markedLines({ content: 'Yes. Yes.', statements: twice })[0]?.filter(({ statement }) => statement),
    ).toHaveLength(2)
  })

  it('markedLines skips a statement that is no longer in the text', () => {
    const lines = markedLines({ content: 'One. Three.', statements: ['One.', 'Two.', 'Three.'].map(supported) })
    expect(lines[0]?.map(({ text, statement }) => [text, statement !== null])).toEqual([
      ['One.', true],
      [' ', false],
      ['Three.', true],
    ])
  })

  it('markedLines returns every character of the text exactly once', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a.', '(b', '\n', ' ', '* c', 'd$')),
        fc.array(fc.string()),
        (parts, texts) => {
          const content = parts.join('')
          const statements = [...texts, 'a.', '* c', '(b'].map(supported)
          const lines = markedLines({ content, statements })
          expect(lines.map((line) => line.map(({ text }) => text).join('')).join('\n')).toBe(content)
        },
      ),
    ))
})
