import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TemplateSection } from '#shared/contract/templates.ts'
import { newTemplateSection } from '#shared/rules/new-template-section.ts'
import { createDrafter } from './create.ts'
import { answerWith, type Endpoint, openEndpoint } from './endpoint.fixture.ts'
import { type Injection, injectedTurn, injections, undetected } from './injections.fixture.ts'
import type { DraftRequest } from './port.ts'
import { requestFor, session } from './session.fixture.ts'

let endpoint: Endpoint
let obeyed: Injection
beforeAll(async () => {
  // Obeys the attempt in every section that it may write, and in a section that it invents.
  endpoint = await openEndpoint(() => {
    const { text, obeyed: words, cites = [[injectedTurn, text]] } = obeyed
    const statement = { text: words, evidence: cites.map(([utterance, quote]) => ({ utterance, quote })) }
    return answerWith({ Themes: [statement], Plan: [statement], Billing: [statement], Diagnosis: [statement] })
  })
})
afterAll(() => endpoint.close())

const section = (title: string, more: Partial<TemplateSection> = {}) =>
  newTemplateSection(title, { quotes: 'free', ...more })

function requestWith({ from, text }: Injection): DraftRequest {
  const template = [
    section('Themes', from === 'template' ? { instruction: text } : {}),
    section('Plan'),
    section('Billing', { source: 'manual' }),
  ]
  const more = { template, sectionTitles: template.map(({ title }) => title) }
  if (from === 'template') return requestFor('SOAP', more)
  if (from === 'enhancement') {
    const current = template.map(({ title }) => ({ title, content: 'As before.' }))
    return requestFor('SOAP', { ...more, enhancement: { instructions: text, current } })
  }
  const turn = { id: `u${injectedTurn}`, speaker: from, label: from, start: 900, end: 910, text }
  return requestFor('SOAP', { ...more, transcript: { ...session, utterances: [...session.utterances, turn] } })
}

test('the tests have 100 different injections', () => {
  expect(new Set(injections.map(({ from, text }) => `${from} ${text}`)).size).toBe(100)
  expect(session.utterances).toHaveLength(injectedTurn - 1)
})

test.each(injections)('a model that obeys the $from “$text” supports nothing and adds no section', expectHarmless)
test.fails.each(undetected)(
  'known limit, fails: a claim that distorts a real quote is not supported: $text',
  expectHarmless,
)

async function expectHarmless(attempt: Injection): Promise<void> {
  obeyed = attempt
  const drafter = createDrafter({ kind: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'm', apiKey: 'key' })
  const { sections } = await drafter.draft(requestWith(attempt))
  expect(sections.map(({ title }) => title)).toEqual(['Themes', 'Plan', 'Billing', 'Not placed'])
  const statements = sections.flatMap((one) => one.statements)
  expect(statements.length).toBeGreaterThan(0)
  for (const { check, text } of statements)
    expect(['supported', 'clinician', 'unchecked'], `${text}: ${check}`).not.toContain(check)
  expect(sections[2]).toMatchObject({ content: expect.not.stringContaining(attempt.obeyed), statements: [] })
  const prompt = endpoint.bodies.at(-1) ?? ''
  const [fence] = /data-[0-9a-f]{8}/.exec(prompt) ?? []
  expect(prompt.split(`</${fence}>`)).toHaveLength(2)
}
