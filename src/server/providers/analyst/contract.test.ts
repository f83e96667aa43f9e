import { afterAll, describe, expect, test } from 'vitest'
import { Insights, noInsights, Suggestion } from '#shared/contract/insights.ts'
import { checkStatement } from '#server/clinical-text/evidence/evidence.ts'
import { findQuote, locateQuote } from '#server/clinical-text/evidence/quotes.ts'
import { transcriptOf } from '#server/clinical-text/transcript.fixture.ts'
import { openEndpoint } from '../drafter/endpoint.fixture.ts'
import { session } from '../drafter/session.fixture.ts'
import { createAnalyst } from './create.ts'
import { insightsAnswer, suggestionsAnswer } from './endpoint.fixture.ts'
import { createFakeAnalyst } from './fake.ts'
import { history, live, suggestionRequest } from './live.fixture.ts'
import { type Analyst, maxSuggestions } from './port.ts'

const analysis = insightsAnswer({
  mainThemes: [
    { text: 'Ana feels anxious at work.', evidence: [{ utterance: 2, quote: 'feeling really anxious at work' }] },
    { text: 'Ana sleeps 7 hours.', evidence: [{ utterance: 2, quote: 'an invented quote' }] },
  ],
  potentialConcerns: [
    { text: 'Ana denies hearing voices.', evidence: [{ utterance: 6, quote: 'No, nothing like that' }] },
    { text: 'Nobody is there.', evidence: [{ utterance: 900, quote: 'No' }] },
  ],
})
const suggestions = suggestionsAnswer([
  { text: 'You may want to ask about wanting to die.', sources: [{ line: 'S4', quote: 'I think I want to die' }] },
  { text: 'You may want to ask about the loan.', sources: [{ line: 'n2', quote: 'about the loan' }] },
  { text: 'You may want to ask about the cat.', sources: [{ line: 'S4', quote: 'my cat ran away' }] },
  { text: 'You may want to ask about the 12 beers.', sources: [{ line: 'S2', quote: 'My boss shouted at me' }] },
  { text: 'Nothing stands behind this.', sources: [] },
])
const endpoint = await openEndpoint((body) => (body.includes('sit quietly') ? suggestions : analysis))
afterAll(() => endpoint.close())

const analysts: [string, Analyst][] = [
  ['extractive', createAnalyst({ kind: 'extractive' })],
  ['language model', createAnalyst({ kind: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'm' })],
  ['fake', createFakeAnalyst()],
]

const request = { transcript: session, clientFirstName: 'Ana', signal: new AbortController().signal }

describe.each(analysts)('analyst: %s', (_, analyst) => {
  test('insights and suggestions of an analyst fit the schemas of the contract', async () => {
    const { insights } = await analyst.analyze(request)
    expect(Insights.parse(insights)).toEqual(insights)
    expect(Suggestion.array().parse(await analyst.suggest(suggestionRequest()))).not.toEqual([])
  })

  test('insights show only evidence that occurs in the transcript, with the result of the evidence check', async () => {
    const { insights } = await analyst.analyze(request)
    const statements = Object.values(insights).flat()
    expect(statements.length).toBeGreaterThan(0)
    for (const { text, evidence, check } of statements) {
      expect(evidence.every((one) => locateQuote(one, session) !== null)).toBe(true)
      expect(check).toBe(checkStatement(text, evidence, session, 'Ana'))
    }
  })

  test('an analyst finds no insights in fewer than 40 words', async () => {
    const transcript = transcriptOf(`
      T: How are you today?
      C: I feel sad and I want to sleep more.
    `)
    expect((await analyst.analyze({ ...request, transcript })).insights).toEqual(noInsights)
  })

  test('every suggestion quotes its sources word for word', async () => {
    const found = await analyst.suggest(suggestionRequest())
    expect(found.length).toBeLessThanOrEqual(maxSuggestions)
    for (const { sources } of found) {
      expect(sources.length).toBeGreaterThan(0)
      for (const { quote, utteranceId, date } of sources) {
        const said = live.filter(({ id }) => id === utteranceId).map(({ text }) => text)
        const written = history.filter((line) => utteranceId === null && line.date === date).map(({ text }) => text)
        expect([...said, ...written].some((text) => findQuote(quote, text) !== null)).toBe(true)
      }
    }
  })

  test('an analyst makes no suggestions without words or notes', async () => {
    expect(await analyst.suggest(suggestionRequest({ utterances: [], history: [] }))).toEqual([])
  })

  test('an aborted analysis or suggestion rejects with its reason', async () => {
    const signal = AbortSignal.abort(new Error('the job was stopped'))
    await expect(analyst.analyze({ ...request, signal })).rejects.toThrow('the job was stopped')
    await expect(analyst.suggest(suggestionRequest({ signal }))).rejects.toThrow('the job was stopped')
  })
})

test('createAnalyst rejects settings without a required value', () => {
  expect(() => createAnalyst({ kind: 'openai-compatible', model: 'm' })).toThrow('base URL')
})
