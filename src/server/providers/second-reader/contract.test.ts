import { afterAll, describe, expect, test } from 'vitest'
import { openEndpoint } from '../drafter/endpoint.fixture.ts'
import { createSecondReader } from './create.ts'
import { createFakeSecondReader } from './fake.ts'
import type { Judgement, SecondReader, SecondReading } from './port.ts'

/** Judges every requested statement as `words` say. */
const endpoint = await openEndpoint((body) => {
  const ids = [...body.matchAll(/\\n(s\d+): /g)].map(([, id]) => id)
  const judgements = ids.map((statement) => ({ statement, verdict: 'entailed', words: '' }))
  return { content: JSON.stringify({ judgements }) }
})
afterAll(() => endpoint.close())

const languageModel = createSecondReader({ kind: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'm' })
if (!languageModel) throw new Error('A language model has a second reader.')
const readers: [string, SecondReader][] = [
  ['language model', languageModel],
  ['fake', createFakeSecondReader()],
]

const exchange = [
  { speaker: 'therapist', label: '', text: 'How do you sleep?' },
  { speaker: 'client', label: '', text: 'Badly.' },
] as const
const requestOf = (count: number, signal = new AbortController().signal): SecondReading => ({
  statements: Array.from({ length: count }, (_, at) => ({ text: `Ana slept badly in week ${at}.`, exchange })),
  clientFirstName: 'Ana',
  signal,
})

async function judgementsOf(reader: SecondReader, request: SecondReading): Promise<Judgement[]> {
  const judgements: Judgement[] = []
  for await (const judgement of reader.read(request)) judgements.push(judgement)
  return judgements
}

describe.each(readers)('%s', (_name, reader) => {
  test.each([0, 1, 40])('judges each of %i statements once', async (count) => {
    const judged = (await judgementsOf(reader, requestOf(count))).map(({ statement }) => statement)
    expect(judged.toSorted((one, other) => one - other)).toEqual(Array.from({ length: count }, (_, at) => at))
  })

  test('an abort rejects with its reason', async () => {
    const signal = AbortSignal.abort(new Error('the job was stopped'))
    await expect(judgementsOf(reader, requestOf(2, signal))).rejects.toThrow('the job was stopped')
  })
})

test('without a language model there is no second reader', () => {
  expect(createSecondReader({ kind: 'extractive' })).toBeNull()
})
