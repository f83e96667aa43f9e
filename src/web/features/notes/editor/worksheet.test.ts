import { describe, expect, test } from 'vitest'
import type { NoteType, Section } from '#shared/contract/notes.ts'
import {
  allFieldsOf,
  asWorksheet,
  editedSections,
  isToWrite,
  isWorksheet,
  isWritten,
  partsWritten,
  withPassage,
} from './worksheet.ts'

const said = {
  text: 'Ana said: “I slept.”',
  evidence: [{ utteranceId: 'u1', quote: 'I slept.' }],
  check: 'supported' as const,
}
const section = (title: string, content = '', excerpts = [said]): Section => ({
  title,
  content,
  statements: [],
  excerpts,
})
const assessment = (interventions: string, risk: string): Section => ({
  ...section('Assessment'),
  parts: [
    { part: 'Interventions', content: interventions },
    { part: 'Risk', content: risk },
  ],
})
const note = (noteType: NoteType, ...sections: Section[]) => ({ noteType, origin: 'transcript' as const, sections })

describe('worksheets', () => {
  test('a worksheet has one field for each part', () => {
    const fields = allFieldsOf(note('DAP', section('Data'), section('Assessment'), section('Plan', 'A log.')))
    expect(fields.map(({ name }) => name)).toEqual(['Data', 'Interventions', 'Risk', 'Plan'])
    expect(partsWritten(fields)).toBe('1 of 4 parts written')
    expect(fields.filter(isWritten).map(({ name }) => name)).toEqual(['Plan'])
  })

  test('a section that was written as one text has one field', () => {
    const [field] = allFieldsOf(note('DAP', section('Assessment', 'All of it.')))
    expect(field).toMatchObject({ name: 'Assessment', part: null, content: 'All of it.' })
  })

  test('a worksheet counts as unwritten until every part is written', () => {
    expect(isToWrite(note('DAP', assessment('Breathing.', ' ')))).toBe(true)
    expect(isToWrite(note('DAP', assessment('Breathing.', 'Low.')))).toBe(false)
    expect(isToWrite(note('DAP', { title: 'Data', content: '', statements: [] }))).toBe(false)
  })

  test('a worksheet is saved with its parts and the typed text', () => {
    const sections = [section('Data', 'Sleeps.'), assessment('Breathing.', '')]
    const typed = new Map([['Assessment: Risk', 'Low.']])
    expect(editedSections(note('DAP', ...sections), (id) => typed.get(id))).toEqual([
      { title: 'Data', content: 'Sleeps.' },
      {
        title: 'Assessment',
        content: 'Breathing.\nLow.',
        parts: [
          { part: 'Interventions', content: 'Breathing.' },
          { part: 'Risk', content: 'Low.' },
        ],
      },
    ])
  })

  test('excerpts that a transcript correction removed are dropped', () => {
    const withoutEvidence = { ...said, evidence: [], check: 'unsupported' as const }
    const { sections } = asWorksheet({ sections: [{ ...section('Data'), excerpts: [withoutEvidence, said] }] })
    expect(sections[0]?.excerpts).toEqual([said])
  })

  test('a note with excerpts is a worksheet', () => {
    expect(isWorksheet({ sections: [{ title: 'Data', content: '', statements: [] }] })).toBe(false)
    expect(isWorksheet({ sections: [section('Plan', 'Ana keeps a log.', [])] })).toBe(true)
  })
})

describe('a quoted passage', () => {
  test.each([
    ['', 0, 0, said.text],
    ['Before.', 7, 7, `Before.\n${said.text}`],
    ['Before. After.', 8, 8, `Before.\n${said.text}\nAfter.`],
    ['Before. gone After.', 8, 13, `Before.\n${said.text}\nAfter.`],
    ['After.', 0, 0, `${said.text}\nAfter.`],
  ])('a quoted passage is inserted on its own line in %j', (text, from, to, expected) => {
    const quoted = withPassage(text, said.text, from, to)
    expect(quoted.text).toBe(expected)
    expect(quoted.text.slice(0, quoted.cursor).endsWith(said.text)).toBe(true)
  })
})
