import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import type { Section, Statement } from '#shared/contract/notes.ts'
import { applyEdits, contentOf, notDiscussed } from './edits.ts'

const statement = (text: string): Statement => ({
  text,
  evidence: [{ utteranceId: 'u1', quote: text }],
  check: 'supported',
})
const sectionOf = (title: string, ...texts: string[]): Section => {
  const statements = texts.map(statement)
  return { title, content: contentOf(statements), statements }
}
const old = [
  sectionOf('Subjective', 'Client reports: “I sleep. Badly.”', 'Client drinks on weekends.', 'Client feels tired.'),
  sectionOf('Plan', 'Client will call a friend.'),
]

const withoutSpaces = (text: string) => text.replace(/[\s-]/g, '')

const edit = (title: string, content: string) => applyEdits(old, [{ title, content }])[0]?.statements ?? []

describe('applyEdits', () => {
  test('an untouched section keeps all its evidence', () => {
    const edited = old.map(({ title, content }) => ({ title, content }))
    expect(applyEdits(old, edited)).toEqual(old)
  })

  test('sentences do not include the numbers of a list, and a number that belongs to a sentence stays', () => {
    const textsOf = (content: string) => edit('Subjective', content).map(({ text }) => text)
    expect(textsOf('1. Client feels tired.\n2) Call the school.\n- Rest.')).toEqual([
      'Client feels tired.',
      'Call the school.',
      'Rest.',
    ])
    expect(textsOf('20. August was free.').join(' ')).toBe('20. August was free.')
    const numbered = [sectionOf('Plan', '1. May is free.')]
    expect(applyEdits(numbered, [{ title: 'Plan', content: '1. May is free.\nMine.' }])[0]?.statements).toMatchObject([
      { text: '1. May is free.', check: 'supported' },
      { text: 'Mine.', check: 'clinician' },
    ])
  })

  test('excerpts of a worksheet stay, and a quoted excerpt keeps its evidence', () => {
    const said = statement('Client said: “I sleep.”')
    const sheet: Section[] = [
      { title: 'Data', content: '', statements: [], excerpts: [said] },
      { title: 'Plan', content: '', statements: [], excerpts: [] },
    ]
    const edited = applyEdits(sheet, [
      { title: 'Data', content: `Sleep is better.\n${said.text}` },
      { title: 'Plan', content: said.text },
    ])
    expect(edited.map(({ excerpts }) => excerpts)).toEqual([[said], []])
    expect(edited[0]?.statements.map(({ check }) => check)).toEqual(['clinician', 'supported'])
    expect(edited[1]?.statements).toEqual([said])
  })

  test('the parts of a section are stored for a worksheet only', () => {
    const parts = [{ part: 'Risk', content: 'Low.' }]
    const sheet: Section[] = [{ title: 'Assessment', content: '', statements: [], excerpts: [] }]
    const edited = [{ title: 'Assessment', content: 'Low.', parts }]
    expect(applyEdits(sheet, edited)[0]?.parts).toEqual(parts)
    expect(applyEdits([], edited)[0]?.parts).toBeUndefined()
  })

  test('an inserted passage keeps its evidence', () => {
    const inserted: Statement = { ...statement('Client: “No. Sometimes.”'), check: 'clinician' }
    const edited = [{ title: 'Plan', content: 'Asked. Client: “No. Sometimes.” To watch.' }]
    expect(applyEdits(old, edited, [inserted])[0]?.statements.map(({ evidence }) => evidence.length)).toEqual([0, 1, 0])
  })

  test('a changed sentence becomes the clinician’s, and the others keep their evidence', () => {
    const statements = edit(
      'Subjective',
      'Client reports: “I sleep. Badly.”\nClient drinks daily.\nClient feels tired.',
    )
    expect(statements.map(({ check }) => check)).toEqual(['supported', 'clinician', 'supported'])
    expect(statements[1]).toEqual({ text: 'Client drinks daily.', evidence: [], check: 'clinician' })
  })

  test('sentences joined in one line, in bullets or moved from another section keep their evidence', () => {
    const statements = edit('Plan', '- Client feels tired. Client will call a friend. We meet weekly.')
    expect(statements.map(({ text, check }) => [text, check])).toEqual([
      ['Client feels tired.', 'supported'],
      ['Client will call a friend.', 'supported'],
      ['We meet weekly.', 'clinician'],
    ])
  })

  test('a sentence with added words, or without its full stop, becomes the clinician’s', () => {
    expect(edit('Plan', 'It is not so that Client feels tired.').map(({ check }) => check)).toEqual(['clinician'])
    expect(edit('Plan', 'Client feels tired').map(({ check }) => check)).toEqual(['clinician'])
  })

  test('an empty section, and one that says that nothing was discussed, has no statements', () => {
    expect(edit('Plan', '')).toEqual([])
    expect(edit('Plan', notDiscussed)).toEqual([])
  })

  test('an edit is stored as written, loses no word and keeps evidence only for unchanged sentences', () => {
    const line = fc.constantFrom(
      'Client feels tired.',
      'Client drinks on weekends.',
      'A new thought.',
      '',
      '- listed',
      'Is it so?',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', ' ', '\n\n'), (lines, glue) => {
        const content = lines.join(glue)
        const section = applyEdits(old, [{ title: 'Plan', content }])[0]
        expect(section?.content).toBe(content)
        const known = new Set(old.flatMap(({ statements }) => statements.map(({ text }) => text)))
        for (const { text, check, evidence } of section?.statements ?? []) {
          expect(check === 'clinician').toBe(!known.has(text))
          expect(evidence.length > 0).toBe(known.has(text))
        }
        expect(withoutSpaces((section?.statements ?? []).map(({ text }) => text).join(''))).toBe(withoutSpaces(content))
      }),
    )
  })
})
