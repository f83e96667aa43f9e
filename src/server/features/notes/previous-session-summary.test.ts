import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Section, Statement } from '#shared/contract/notes.ts'
import { notDiscussed } from '#server/clinical-text/evidence/edits.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { summarizeNote } from './previous-session-summary.ts'

/** A section written by hand, without statements. */
const written = (title: string, content: string): Section => ({ title, content, statements: [] })

function drafted(title: string, ...statements: (string | [string, Statement['check']])[]): Section {
  const list = statements.map((one) => (typeof one === 'string' ? ([one, 'supported'] as const) : one))
  const covering = list.map(([text, check]) => ({ text, check, evidence: [] }))
  return { title, content: covering.map(({ text }) => text).join('\n'), statements: covering }
}

describe('the summary of the previous session', () => {
  const talk = Array.from(
    { length: 10 },
    (_, at) =>
      `Ada reports that her manager changed the shifts at the warehouse and the manager blames Ada for shift ${at}.`,
  )

  test.each(['Subjective', 'Assessment'])(
    'a session summary contains a sentence about suicide of the section %s, also beside ten long sentences about work',
    (title) => {
      const sections = [drafted('Subjective', ...talk), drafted(title, 'She thinks about suicide.')]
      expect(summarizeNote(sections).summary.at(-1)).toBe('She thinks about suicide.')
    },
  )

  test('the focus areas contain a sentence about suicide, also beside ten long sentences about work', () => {
    const sections = [drafted('Plan', ...talk, 'Call the crisis line if the thoughts of suicide return.')]
    expect(summarizeNote(sections).focusAreas.at(-1)).toBe('Call the crisis line if the thoughts of suicide return.')
  })

  test('a session summary does not cut off the words about suicide at the end of a long sentence', () => {
    const sentence = `${'Ada reports that she works at the warehouse at night and looks after the twins in the morning, '.repeat(2)}and that she thinks about suicide.`
    expect(summarizeNote([drafted('Subjective', sentence)]).summary).toEqual([sentence])
  })

  test('a session summary lists what the client reported, and the plan as focus areas', () => {
    const sections = [
      drafted('Subjective', 'Ada reports that she wakes at three.', 'Ada reports arguments with her sister.'),
      written('Objective', notDiscussed),
      written('Assessment', notDiscussed),
      drafted('Plan', 'Ada will keep a sleep diary.', 'Next session in two weeks.'),
    ]
    expect(summarizeNote(sections)).toEqual({
      summary: ['Ada reports that she wakes at three.', 'Ada reports arguments with her sister.'],
      focusAreas: ['Ada will keep a sleep diary.', 'Next session in two weeks.'],
    })
  })

  test.each([
    ['Data', 'Plan'],
    ['Behavior', 'Plan'],
    ['Goal', 'Plan'],
    ['Situation', 'Plan'],
    ['Problem', 'Plan'],
    ['Presenting Problem', 'Treatment Plan'],
    ['Parts Work', 'Plan'],
    ['Target Memory', 'Plan'],
  ])(
    'a session summary takes its lines from the section %s and its focus areas from the section %s',
    (report, plan) => {
      const topics = ['sleep', 'harbour', 'violin', 'garden', 'exams']
      const fill = (title: string) => topics.map((topic) => `${title}: the ${topic}.`)
      const sections = [drafted('Response', ...fill('Response')), drafted(report, ...fill(report))]
      const summary = summarizeNote([...sections, drafted(plan, ...fill(plan))])
      expect(summary.summary.every((line) => line.startsWith(`${report}: the`))).toBe(true)
      expect(summary.focusAreas.every((line) => line.startsWith(`${plan}: the`))).toBe(true)
      expect([summary.summary.length, summary.focusAreas.length]).toEqual([4, 4])
    },
  )

  test('a session summary takes lines from other sections if the sections with the client’s report are short or empty', () => {
    const sections = [
      written('Subjective', notDiscussed),
      drafted('Objective', 'Ada appeared tired and spoke slowly.'),
      drafted('Plan', 'Ada will call her sister.'),
    ]
    expect(summarizeNote(sections).summary).toEqual(['Ada appeared tired and spoke slowly.'])
  })

  test('a session summary takes sentences from a note written by hand, without their bullets', () => {
    const sections = [
      written(
        'Subjective',
        '- Sleeps badly since March.\n2) Dr. Moss changed the medication. Appetite is back.\n\nFine.',
      ),
      written('Plan', `* Sleep diary until Friday\n${notDiscussed}`),
    ]
    expect(summarizeNote(sections)).toEqual({
      summary: ['Sleeps badly since March.', 'Dr. Moss changed the medication.', 'Appetite is back.'],
      focusAreas: ['Sleep diary until Friday'],
    })
  })

  test('a session summary prefers a statement about risk, and keeps the order of the note', () => {
    const everyday = Array.from(
      { length: 8 },
      (_, at) => `Ada reports work, sleep and her sister, part ${at}${'x'.repeat(at)}.`,
    )
    const sections = [drafted('Subjective', ...everyday, 'Ada reports that she thought about ending her life.')]
    expect(summarizeNote(sections).summary.at(-1)).toBe('Ada reports that she thought about ending her life.')
  })

  test('a session summary leaves out statements with a finding of the evidence check', () => {
    const doubtful = (['unsupported', 'number', 'denial'] as const).map((check): [string, Statement['check']] => [
      `Ada reports what is ${check} here.`,
      check,
    ])
    const sections = [drafted('Subjective', ...doubtful, ['Ada slept well on Sunday.', 'clinician'])]
    expect(summarizeNote(sections).summary).toEqual(['Ada slept well on Sunday.'])
  })

  test('a session summary contains no statement twice', () => {
    const sections = [
      drafted('Subjective', 'Ada reports panic on the bus to Leeds.', 'Ada again reports panic on the bus to Leeds.'),
    ]
    expect(summarizeNote(sections).summary).toHaveLength(1)
  })

  test('a session summary prefers other statements to statements about questions of the therapist', () => {
    const questions = ['sister', 'mother', 'father', 'brother'].map(
      (who) => `Therapist asked about her ${who} and sleep.`,
    )
    const reports = ['sister', 'mother', 'father', 'brother'].map((who) => `Her ${who} keeps her from sleep.`)
    expect(summarizeNote([drafted('Subjective', ...questions, ...reports)]).summary).toEqual(reports)
  })

  test('a session summary cuts long lines after a word and closes a quotation that is cut', () => {
    const long = `Ada reports: “${'I went to the harbour and came back again, '.repeat(8)}and slept.”`
    const [line = ''] = summarizeNote([drafted('Data', long)]).summary
    expect(line).toMatch(/^Ada reports: “I went .*\w…”$/)
    expect(line.length).toBeLessThanOrEqual(140)
    expect(long.startsWith(line.slice(0, -2))).toBe(true)
    expect(long[line.length - 2]).toMatch(/[\s,]/)
  })
})

test('a session summary of any note has at most four short lines per list, all taken from the note', () => {
  const titles = fc.constantFrom(...new Set(Object.values(sectionsOf).flat()))
  const sections = fc.array(fc.record({ title: titles, content: fc.string({ maxLength: 400 }) }), { maxLength: 7 })
  fc.assert(
    fc.property(sections, (given) => {
      const { summary, focusAreas } = summarizeNote(given.map(({ title, content }) => written(title, content)))
      const text = given.map(({ content }) => content).join('\n')
      for (const lines of [summary, focusAreas]) {
        expect(lines.length).toBeLessThanOrEqual(4)
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(140)
          expect(line).not.toContain(notDiscussed)
          expect(text).toContain(line.replace(/…”?$/, ''))
        }
      }
    }),
  )
})
