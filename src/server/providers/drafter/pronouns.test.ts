import { describe, expect, test } from 'vitest'
import { Pronouns } from '#shared/contract/clients.ts'
import { NoteType, type Statement } from '#shared/contract/notes.ts'
import type { TemplateSection } from '#shared/contract/templates.ts'
import { newTemplateSection } from '#shared/rules/new-template-section.ts'
import { safetyQuote } from '#shared/rules/safety-quote.ts'
import { citedWords } from '#server/clinical-text/review/cited-words.ts'
import { findSafety } from '#server/clinical-text/safety/safety.ts'
import { insightsOf } from '#server/clinical-text/insights/analyze.ts'
import { createExtractiveDrafter } from './extractive/drafter.ts'
import type { DraftRequest } from './port.ts'
import { pronounSessions } from './pronouns.fixture.ts'
import { requestFor } from './session.fixture.ts'

const pronounPattern =
  /\b(?:she|her|hers|herself|he|him|his|himself|they|them|their|theirs|themself|themselves|s\/he|(?:s?he|they)['’](?:s|d|ll|re|ve))\b/i

/** The drafter's own words: lines without the quotes between quotation marks. */
const framesOf = (lines: readonly string[]) => lines.map((line) => line.replaceAll(/“[^”]*”/g, '“”'))

/** Lines whose own words have a pronoun, or whose quotation marks do not match. */
const wrongIn = (lines: readonly string[]) =>
  framesOf(lines).filter((line) => pronounPattern.test(line) || /”[^“]*”|“[^”]*$/.test(line))

const textsOf = (statements: readonly Statement[]) => statements.map(({ text }) => text)

const templateSections: readonly TemplateSection[] = [
  newTemplateSection('What we talked about', {
    quotes: 'free',
    person: 'first name',
    tense: 'present',
    length: 'full',
  }),
  newTemplateSection('Scores', { source: 'measure', quotes: 'free', person: 'initials' }),
  newTemplateSection('Next steps', { quotes: 'key', style: 'bullets', length: 'short', maxWords: 60 }),
]

/** Requests for every built-in note type, and for a template of the therapist. */
function requestsFor(more: Partial<DraftRequest>): DraftRequest[] {
  const builtIn = NoteType.options.map((noteType) => requestFor(noteType, more))
  return [
    ...builtIn,
    requestFor('SOAP', {
      ...more,
      template: templateSections,
      sectionTitles: templateSections.map(({ title }) => title),
    }),
  ]
}

describe.each(Pronouns.options)('a client with the pronouns %s', (clientPronouns) => {
  test.each(pronounSessions)('excerpts contain no pronoun outside quotes: $about', async (session) => {
    const drafter = createExtractiveDrafter()
    const { firstName: clientFirstName, transcript } = session
    const lines: string[] = []
    for (const request of requestsFor({ clientPronouns, clientFirstName, transcript })) {
      const { sections } = await drafter.draft(request)
      const drafted = sections.flatMap(({ content, excerpts = [] }) => [content, ...textsOf(excerpts)])
      lines.push(...drafted)
    }
    expect(lines.filter((line) => line.includes('“')).length).toBeGreaterThan(20)
    expect(wrongIn(lines)).toEqual([])
  })
})

test.each(pronounSessions)('review lines contain no pronoun outside quotes: $about', ({ transcript }) => {
  const turns = transcript.utterances.map((turn) => ({
    ...turn,
    speaker: turn.speaker === 'therapist' ? 'Therapist' : 'Client',
    isTherapist: turn.speaker === 'therapist',
  }))
  const passages = findSafety(transcript, []).map((passage) => safetyQuote(passage, turns).text)
  const cited = transcript.utterances.flatMap(({ id, text }) => {
    const evidence = [{ utteranceId: id, quote: text }]
    return citedWords({ text, evidence, check: 'supported' }, transcript)?.text ?? []
  })
  expect(wrongIn([...passages, ...cited])).toEqual([])
})

test.each(pronounSessions)('insights contain no pronoun outside quotes: $about', ({ firstName, transcript }) => {
  const insights = insightsOf({ transcript, clientFirstName: firstName })
  const lines = Object.values(insights).flatMap((part) => (Array.isArray(part) ? textsOf(part) : []))
  expect(lines.length).toBeGreaterThan(0)
  expect(wrongIn(lines)).toEqual([])
})
