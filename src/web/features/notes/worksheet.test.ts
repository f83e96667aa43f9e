import { describe, expect, test } from 'vitest'
import type { Section } from '#shared/contract/notes.ts'
import { asWorksheet, isWorksheet, partsWritten, withPassage } from './worksheet.ts'

const said = {
  text: 'Ana said: “I slept.”',
  evidence: [{ utteranceId: 'u1', quote: 'I slept.' }],
  check: 'supported' as const,
}
const drafted: Section = { title: 'Data', content: said.text, statements: [said], excerpts: [said], toWrite: true }
const written: Section = { title: 'Plan', content: 'Ana keeps a log.', statements: [], excerpts: [] }
const note = (...sections: Section[]) => ({ sections })

describe('a worksheet', () => {
  test('has empty fields until they are written, and keeps its excerpts', () => {
    const { sections } = asWorksheet(note(drafted, written))
    expect(sections).toEqual([{ ...drafted, content: '', statements: [] }, written])
    expect(partsWritten({ sections })).toBe('1 of 2 parts written')
  })

  test('loses passages whose words a correction took out of the transcript', () => {
    const gone = { ...said, evidence: [], check: 'unsupported' as const }
    expect(asWorksheet(note({ ...drafted, excerpts: [gone, said] })).sections[0]?.excerpts).toEqual([said])
  })

  test('is none without excerpts', () => {
    expect(isWorksheet(note({ title: 'Data', content: '', statements: [] }))).toBe(false)
    expect(isWorksheet(note(written))).toBe(true)
  })
})

describe('a quoted passage', () => {
  test.each([
    ['', 0, 0, said.text],
    ['Before.', 7, 7, `Before.\n${said.text}`],
    ['Before. After.', 8, 8, `Before.\n${said.text}\nAfter.`],
    ['Before. gone After.', 8, 13, `Before.\n${said.text}\nAfter.`],
    ['After.', 0, 0, `${said.text}\nAfter.`],
  ])('stands on a line of its own in %j', (text, from, to, expected) => {
    const quoted = withPassage(text, said.text, from, to)
    expect(quoted.text).toBe(expected)
    expect(quoted.text.slice(0, quoted.cursor).endsWith(said.text)).toBe(true)
  })
})
