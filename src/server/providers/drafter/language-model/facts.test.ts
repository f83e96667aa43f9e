import { afterEach, expect, test } from 'vitest'
import * as z from 'zod'
import { openEndpoint, type Endpoint, type Reply } from '../endpoint.fixture.ts'
import { requestFor, session } from '../session.fixture.ts'
import { createLanguageModelDrafter } from './drafter.ts'
import { languageModelOf } from './model.ts'

let endpoint: Endpoint | null = null
afterEach(async () => {
  await endpoint?.close()
  endpoint = null
})

const Body = z.object({ messages: z.array(z.object({ content: z.string() })) })
const promptOf = (body: string) => Body.parse(JSON.parse(body)).messages.at(-1)?.content ?? ''
const asReply = (answer: object): Reply => ({ content: JSON.stringify(answer) })

/** A small model on this machine that answers with one fact for each part. */
async function smallDrafter(facts: (prompt: string) => object[], sections: object[]) {
  const opened = await openEndpoint((body) => {
    const prompt = promptOf(body)
    return asReply(prompt.startsWith('List the facts') ? { facts: facts(prompt) } : { sections })
  })
  endpoint = opened
  const options = languageModelOf({
    kind: 'openai-compatible',
    baseUrl: opened.baseUrl,
    model: 'm',
    contextTokens: 2600,
  })
  const drafter = createLanguageModelDrafter({ ...options, isSlow: true })
  return { drafter, prompts: () => opened.bodies.map(promptOf) }
}

const longSession = { ...session, utterances: [...session.utterances, ...session.utterances] }

test('the drafter reads the facts of a long session in parts, and writes the sections from all facts', async () => {
  const { drafter, prompts } = await smallDrafter(
    (prompt) =>
      prompt.includes('[2] client')
        ? [{ text: 'Ana is anxious at work.', evidence: [{ utterance: 2, quote: 'feeling really anxious at work' }] }]
        : [{ text: 'Ana thanked the therapist.', evidence: [] }],
    [
      { title: 'Subjective', statements: [{ text: 'Ana reports feeling anxious at work.', facts: [1] }] },
      { title: 'Plan', statements: [{ text: 'Ana will sail around the world.', facts: [99] }] },
    ],
  )
  const { sections, coverage } = await drafter.draft(requestFor('SOAP', { transcript: longSession }))
  const parts = prompts().filter((prompt) => prompt.startsWith('List the facts'))
  expect(parts.length).toBeGreaterThan(1)
  expect(prompts().at(-1)).toContain('[1] Ana is anxious at work.')
  expect(prompts().at(-1)).not.toContain('feeling really anxious')
  expect(sections[0]?.statements).toMatchObject([
    {
      text: 'Ana reports feeling anxious at work.',
      check: 'supported',
      evidence: [{ quote: 'feeling really anxious at work' }],
    },
  ])
  // A fact that does not exist gives no evidence.
  expect(sections[3]?.statements).toMatchObject([{ evidence: [], check: 'unsupported' }])
  expect(coverage.unread).toEqual([])
})

test('a session without a fact is an error', async () => {
  const { drafter } = await smallDrafter(() => [], [])
  await expect(drafter.draft(requestFor('SOAP', { transcript: longSession }))).rejects.toThrow(
    'The language model found no fact in the session.',
  )
})

test('an answer with a statement of several pages is requested again once, and then fails the draft', async () => {
  const text = 'Ana is anxious at work. '.repeat(100)
  const { drafter, prompts } = await smallDrafter(
    () => [],
    [{ title: 'Subjective', statements: [{ text, evidence: [] }] }],
  )
  const shortSession = { ...session, utterances: session.utterances.slice(0, 4) }
  await expect(drafter.draft(requestFor('SOAP', { transcript: shortSession }))).rejects.toThrow(
    'The language model gave no usable answer, twice: it did not fit the form',
  )
  expect(prompts()).toHaveLength(2)
})

test('a session that fits the context is drafted with one request', async () => {
  const { drafter, prompts } = await smallDrafter(
    () => [],
    [{ title: 'Subjective', statements: [{ text: 'Ana is anxious.', evidence: [] }] }],
  )
  const shortSession = { ...session, utterances: session.utterances.slice(0, 4) }
  await drafter.draft(requestFor('SOAP', { transcript: shortSession }))
  expect(prompts()).toHaveLength(1)
})
