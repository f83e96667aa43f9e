import { afterAll, describe, expect, test } from 'vitest'
import { NoteType } from '#shared/contract/notes.ts'
import { notDiscussed } from '#server/clinical-text/evidence/edits.ts'
import { checkStatement } from '#server/clinical-text/evidence/evidence.ts'
import { locateQuote } from '#server/clinical-text/evidence/quotes.ts'
import { unplacedSection, sectionsOf } from '#shared/rules/note-types.ts'
import { createDrafter } from './create.ts'
import { answerWith, openEndpoint } from './endpoint.fixture.ts'
import { createFakeDrafter } from './fake.ts'
import type { NoteDrafter } from './port.ts'
import { requestFor, session } from './session.fixture.ts'

const endpoint = await openEndpoint(() =>
  answerWith({
    Subjective: [
      {
        text: 'Ana reports feeling anxious at work.',
        evidence: [{ utterance: 2, quote: 'feeling really anxious at work' }],
      },
      { text: 'Ana denies homicidal ideation.', evidence: [{ utterance: 6, quote: 'No, nothing like that' }] },
      { text: 'Ana sleeps 7 hours.', evidence: [{ utterance: 2, quote: 'an invented quote' }] },
    ],
    Plan: [{ text: 'Ana will try the sleep diary.', evidence: [{ utterance: 12, quote: "I'll try the sleep diary" }] }],
    Invented: [{ text: 'Nobody asked for this section.', evidence: [] }],
  }),
)
afterAll(() => endpoint.close())

const drafters: [string, NoteDrafter][] = [
  ['extractive', createDrafter({ kind: 'extractive' })],
  ['language model', createDrafter({ kind: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'm' })],
  ['fake', createFakeDrafter()],
]

describe.each(drafters)('drafter: %s', (_, drafter) => {
  test('a drafter writes the requested sections in order', async () => {
    const { sections } = await drafter.draft(requestFor('SOAP'))
    const titles = sections.map(({ title }) => title)
    expect(titles.slice(0, sectionsOf.SOAP.length)).toEqual(sectionsOf.SOAP)
    const others = sections.slice(sectionsOf.SOAP.length)
    expect(others.every(({ title, statements }) => title === unplacedSection && statements.length > 0)).toBe(true)
  })

  test('a note shows only evidence that occurs in the transcript, with the result of the evidence check', async () => {
    const { sections } = await drafter.draft(requestFor('SOAP'))
    const statements = sections.flatMap((section) => section.excerpts ?? section.statements)
    expect(statements.length).toBeGreaterThan(0)
    for (const { text, evidence, check } of statements) {
      expect(evidence.every((one) => locateQuote(one, session) !== null)).toBe(true)
      expect(check).toBe(checkStatement(text, evidence, session, 'Ana'))
    }
  })

  test('the content of a section is its statements, or a sentence that nothing was found; a worksheet has no content', async () => {
    const { sections } = await drafter.draft(requestFor('SOAP'))
    for (const { content, statements, excerpts } of sections) {
      const lines = statements.map(({ text }) => text).join('\n')
      expect(content).toBe(statements.length > 0 || excerpts ? lines : notDiscussed)
    }
  })

  test('a drafter reports that it read all utterances of a short session', async () => {
    const { coverage } = await drafter.draft(requestFor('SOAP'))
    expect(coverage).toEqual({ utterances: session.utterances.length, read: session.utterances.length, unread: [] })
  })

  test('an aborted draft rejects with its reason', async () => {
    const signal = AbortSignal.abort(new Error('the job was stopped'))
    await expect(drafter.draft(requestFor('SOAP', { signal }))).rejects.toThrow('the job was stopped')
  })
})

test.each(NoteType.options)('every excerpt of a %s worksheet is supported', async (noteType) => {
  const { sections } = await createDrafter({ kind: 'extractive' }).draft(requestFor(noteType))
  expect(sections.map(({ title }) => title)).toEqual(sectionsOf[noteType])
  const checks = sections.flatMap(({ excerpts = [] }) => excerpts.map(({ check }) => check))
  expect(checks.length).toBeGreaterThan(0)
  expect(checks.every((check) => check === 'supported')).toBe(true)
})

test('createDrafter rejects settings without a required value', () => {
  expect(() => createDrafter({ kind: 'openai-compatible', model: 'm' })).toThrow('base URL')
  expect(() => createDrafter({ kind: 'anthropic', model: 'm' })).toThrow('key')
  expect(() => createDrafter({ kind: 'anthropic', apiKey: 'k' })).toThrow('model')
})
