import { afterAll, describe, expect, test } from 'vitest'
import { safetyTopics } from '#shared/rules/safety-lists.ts'
import { transcriptOf } from '#server/clinical-text/transcript.fixture.ts'
import { openEndpoint } from '../drafter/endpoint.fixture.ts'
import { collected } from './collected.fixture.ts'
import { createSecondReader } from './create.ts'
import { createFakeSecondReader } from './fake.ts'
import type { Judgement, SecondReader, SecondReading } from './port.ts'

/** Approves every requested statement, and finds the second turn of a session. */
const endpoint = await openEndpoint((body) => {
  if (!body.includes('Judge each of')) return { content: JSON.stringify({ ...noRisk, abuse: ['u2'] }) }
  const ids = [...body.matchAll(/\\n(s\d+): /g)].map(([, id]) => id)
  return { content: JSON.stringify(Object.fromEntries(ids.map((id) => [id, { verdict: 'entailed', words: '' }]))) }
})
afterAll(() => endpoint.close())
const noRisk = Object.fromEntries(safetyTopics.map((topic) => [topic, []]))

const languageModel = createSecondReader({ kind: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'm' })
if (!languageModel) throw new Error('A language model has a second reader.')
const fake = createFakeSecondReader()
fake.find({ utterance: 1, topic: 'abuse' })
const readers: [string, SecondReader][] = [
  ['language model', languageModel],
  ['fake', fake],
]

const exchange = [
  { speaker: 'therapist', label: '', text: 'How do you sleep?' },
  { speaker: 'client', label: '', text: 'Badly.' },
] as const
const requestOf = (count: number, signal = new AbortController().signal): SecondReading => ({
  statements: Array.from({ length: count }, (_, at) => ({
    text: `Ana slept badly in week ${at}.`,
    exchange,
    quotes: ['Badly'],
  })),
  clientFirstName: 'Ana',
  signal,
})

async function judgementsOf(reader: SecondReader, request: SecondReading): Promise<Judgement[]> {
  const judgements: Judgement[] = []
  for await (const judgement of reader.read(request)) judgements.push(judgement)
  return judgements
}

describe.each(readers)('second reader: %s', (_name, reader) => {
  test.each([0, 1, 40])('a second reader judges each of %i statements once', async (count) => {
    const judged = (await judgementsOf(reader, requestOf(count))).map(({ statement }) => statement)
    expect(judged.toSorted((one, other) => one - other)).toEqual(Array.from({ length: count }, (_, at) => at))
  })

  test('a second reader finds turns of the session that may be about risk', async () => {
    const transcript = transcriptOf('T: And at home?\nC: He has the only key.')
    const signal = new AbortController().signal
    const found = await collected(reader.readForRisk({ transcript, clientFirstName: 'Ana', signal }))
    expect(found).toEqual([{ utterance: 1, topic: 'abuse' }])
  })

  test('an abort ends a reading for risk with its reason', async () => {
    const transcript = transcriptOf('C: Fine.')
    const signal = AbortSignal.abort(new Error('the job was stopped'))
    const reading = collected(reader.readForRisk({ transcript, clientFirstName: 'Ana', signal }))
    await expect(reading).rejects.toThrow('the job was stopped')
  })

  test('an aborted second reading rejects with its reason', async () => {
    const signal = AbortSignal.abort(new Error('the job was stopped'))
    await expect(judgementsOf(reader, requestOf(2, signal))).rejects.toThrow('the job was stopped')
  })
})

test('without a language model there is no second reader', () => {
  expect(createSecondReader({ kind: 'extractive' })).toBeNull()
})

test.each([
  ['the usual one', undefined, undefined],
  ['that of one answer, if that is longer', 900_000, 900_000],
])('the time limit of a second reading is %s', (_, timeoutMs, longestMs) => {
  const reader = createSecondReader({ kind: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'm', timeoutMs })
  expect(reader?.longestMs).toBe(longestMs)
})
