import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { contentOf } from '#server/clinical-text/evidence/edits.ts'
import { checkedStatement } from '#server/clinical-text/evidence/evidence.ts'
import { transcriptOf } from '#server/clinical-text/transcript.fixture.ts'
import { type Draft, DrafterError } from '#server/providers/drafter/port.ts'
import type { SecondReader } from '#server/providers/second-reader/port.ts'
import { withJudgements } from './read-again.ts'
import { readDraft } from './read-draft.ts'

const transcript = transcriptOf(`
  T: How is the sleep?
  C: I sleep badly, four hours a night.
  T: And work?
  C: Work is fine, I like my boss.
`)
const statement = checkedStatement(
  'Ana sleeps badly.',
  [{ utteranceId: 'u2', quote: 'I sleep badly' }],
  transcript,
  'Ana',
)
const draft: Draft = {
  sections: [{ title: 'Data', content: contentOf([statement]), statements: [statement] }],
  coverage: { utterances: 4, read: 4, unread: [] },
  drafter: 'language-model',
  model: 'm',
}
const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
const readWith = (secondReader: SecondReader) => {
  const signal = new AbortController().signal
  return readDraft({ secondReader, log }, draft, { transcript, clientFirstName: 'Ana', sessionId: 's1', signal })
}
beforeEach(() => {
  lines.length = 0
})

const transientError = new DrafterError('The answer of the language model broke off.', true)
const permanentError = new DrafterError('The language model refused the request with status 401.')
const judgement = { statement: 0, verdict: 'contradicted', words: '' } as const
const risk = { utterance: 1, topic: 'self-harm' } as const

/** Creates a reader whose server aborts a running request with an error if another request arrives. */
function createInterruptibleReader(error: DrafterError): SecondReader & { calls: string[] } {
  const calls: string[] = []
  let newest = 0
  const serveRequest = async (name: string) => {
    calls.push(name)
    const request = (newest += 1)
    // Both readings of a draft have sent their requests when this resolves.
    await setImmediate()
    if (request !== newest) throw error
  }
  return {
    calls,
    async *read() {
      await serveRequest('second reading')
      yield judgement
    },
    async *readForRisk() {
      yield { utterance: 3, topic: 'suicide' } as const
      await serveRequest('risk')
      yield risk
    },
  }
}

test('a reading of a draft is repeated once, alone, if the other reading interrupted it', async () => {
  const reader = createInterruptibleReader(transientError)
  const { second, safety } = await readWith(reader)
  expect(reader.calls).toEqual(['second reading', 'risk', 'second reading'])
  expect(second).toMatchObject({ secondReading: 'made', judgements: [judgement] })
  expect(safety).toMatchObject({ state: 'made', marks: [{ topic: 'suicide' }, { topic: 'self-harm' }] })
  expect(lines).toHaveLength(1)
})

test('a reading of a draft is not repeated after a permanent error', async () => {
  const reader = createInterruptibleReader(permanentError)
  expect((await readWith(reader)).second).toMatchObject({ secondReading: 'not made', judgements: [] })
  expect(reader.calls).toEqual(['second reading', 'risk'])
})

test('both readings of a draft are repeated once if the server aborts every request, and the findings so far are used', async () => {
  let calls = 0
  const reader: SecondReader = {
    async *read() {
      calls += 1
      yield judgement
      throw transientError
    },
    async *readForRisk() {
      calls += 1
      yield risk
      throw transientError
    },
  }
  const { second, safety } = await readWith(reader)
  expect(calls).toBe(4)
  expect(second).toMatchObject({ secondReading: 'not made', judgements: [judgement, judgement] })
  expect(safety).toMatchObject({ state: 'not made', marks: [{ topic: 'self-harm' }] })
})

test('a repeated reading of a draft does not remove a doubt of the interrupted reading', async () => {
  let calls = 0
  const reader: SecondReader = {
    async *read() {
      calls += 1
      if (calls > 1)
        return yield* [
          { ...judgement, verdict: 'entailed' as const },
          { ...judgement, verdict: 'not stated' as const },
        ]
      yield judgement
      throw transientError
    },
    async *readForRisk() {},
  }
  const { second } = await readWith(reader)
  expect(second.secondReading).toBe('made')
  const [section] = withJudgements(draft.sections, second.judgements, transcript)
  expect(section?.statements).toMatchObject([{ check: 'contradicted' }])
})
