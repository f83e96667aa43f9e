import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { contentOf } from '#server/clinical-text/evidence/edits.ts'
import { checkedStatement } from '#server/clinical-text/evidence/evidence.ts'
import { confirmRisk } from '#server/clinical-text/safety/confirm.ts'
import { transcriptOf } from '#server/clinical-text/transcript.fixture.ts'
import { type Draft, DrafterError } from '#server/providers/drafter/port.ts'
import { createFakeSecondReader, type FakeSecondReader } from '#server/providers/second-reader/fake.ts'
import type { SecondReader } from '#server/providers/second-reader/port.ts'
import { readAgain, type SecondReading, secondReadingMs, withJudgements } from './read-again.ts'

const transcript = transcriptOf(`
  T: How is the sleep?
  C: I sleep badly, four hours a night.
  T: And work?
  C: Work is fine, I like my boss.
`)
const statementCiting = (text: string, utteranceId: string, quote: string) =>
  checkedStatement(text, [{ utteranceId, quote }], transcript, 'Ana')
const statements = [
  statementCiting('Ana sleeps badly.', 'u2', 'I sleep badly'),
  statementCiting('Ana likes her boss.', 'u4', 'I like my boss'),
  checkedStatement('Ana is tall.', [], transcript, 'Ana'),
]
const draft: Draft = {
  sections: [{ title: 'Data', content: contentOf(statements), statements }],
  coverage: { utterances: 4, read: 4, unread: [] },
  drafter: 'language-model',
  model: 'm',
}
const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
const draftContext = () => ({
  transcript,
  clientFirstName: 'Ana',
  sessionId: 's1',
  signal: new AbortController().signal,
})
const sectionsAfter = ({ judgements }: SecondReading) => withJudgements(draft.sections, judgements, transcript)
const checksAfter = (reading: SecondReading) =>
  sectionsAfter(reading).flatMap((section) => section.statements.map(({ check }) => check))
const unchangedChecks = ['supported', 'supported', 'unsupported']

let secondReader: FakeSecondReader
beforeEach(() => {
  secondReader = createFakeSecondReader()
  lines.length = 0
})

describe('a second reading', () => {
  test('a second reading receives each statement with evidence and its exchange, and flags the statements that it doubts', async () => {
    secondReader.doubt('Ana likes her boss.', { verdict: 'contradicted', words: 'Work is fine' })
    const read = await readAgain({ secondReader, log }, draft, draftContext())
    expect(secondReader.requests[0]?.statements.map(({ text, exchange }) => [text, exchange.length])).toEqual([
      ['Ana sleeps badly.', 4],
      ['Ana likes her boss.', 3],
    ])
    expect(checksAfter(read)).toEqual(['supported', 'contradicted', 'unsupported'])
    expect(read.secondReading).toBe('made')
    expect(sectionsAfter(read)).toMatchObject([{ content: draft.sections[0]?.content }])
    expect(lines).toEqual([])
  })

  test('a second reading that fails does not reject, and its judgements so far are used', async () => {
    secondReader.doubt('Ana sleeps badly.', { verdict: 'not stated', words: '' })
    secondReader.failAfter(1, new DrafterError('The answer of the language model broke off.', true))
    const read = await readAgain({ secondReader, log }, draft, draftContext())
    expect(read.secondReading).toBe('not made')
    expect(checksAfter(read)).toEqual(['unsupported', 'supported', 'unsupported'])
    expect(lines.join('')).toContain('broke off')
  })

  test('a second reading that fails unexpectedly logs no words of the session', async () => {
    secondReader.failAfter(0, new TypeError('I sleep badly'))
    expect(await readAgain({ secondReader, log }, draft, draftContext())).toMatchObject({ secondReading: 'not made' })
    expect(lines.join('')).not.toContain('badly')
  })

  test('a judgement of a second reading about a missing statement is ignored', async () => {
    const readerOfMissingStatement: Pick<SecondReader, 'read'> = {
      async *read() {
        yield { statement: 7, verdict: 'contradicted', words: 'I sleep badly' }
      },
    }
    expect(
      checksAfter(await readAgain({ secondReader: readerOfMissingStatement, log }, draft, draftContext())),
    ).toEqual(unchangedChecks)
  })

  test('a second reading adds its doubt to a sentence that needs confirmation', async () => {
    secondReader.doubt('Ana sleeps badly.', { verdict: 'contradicted', words: 'four hours' })
    const { judgements } = await readAgain({ secondReader, log }, draft, draftContext())
    const confirmed = confirmRisk(draft.sections, transcript, [{ topic: 'self-harm', utteranceId: 'u2' }])
    expect(withJudgements(confirmed, judgements, transcript)[0]?.statements[0]).toMatchObject({
      check: 'confirm',
      reason: expect.stringMatching(/^Risk always needs your confirmation\..* A second reading found: /),
    })
  })

  test('a second reading is skipped for excerpts, and if there is no second reader', async () => {
    const excerpts = { ...draft, drafter: 'extractive' as const }
    const skipped = { secondReading: null, judgements: [], isInterrupted: false }
    expect(await readAgain({ secondReader, log }, excerpts, draftContext())).toEqual(skipped)
    expect(await readAgain({ secondReader: null, log }, draft, draftContext())).toEqual(skipped)
    expect(secondReader.requests).toEqual([])
  })

  test('a second reading rejects if its job is stopped', async () => {
    const signal = AbortSignal.abort(new Error('the worker stops'))
    await expect(readAgain({ secondReader, log }, draft, { ...draftContext(), signal })).rejects.toThrow(
      'the worker stops',
    )
  })
})

describe('a second reading without end', () => {
  beforeEach(() => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      if (ms === secondReadingMs) setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), 50)
      return controller.signal
    })
  })
  afterEach(() => vi.restoreAllMocks())

  test('a second reading that does not end is stopped at its time limit', async () => {
    const endlessReader: Pick<SecondReader, 'read'> = {
      async *read({ signal }) {
        yield { statement: 0, verdict: 'contradicted', words: '' }
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
      },
    }
    const read = await readAgain({ secondReader: endlessReader, log }, draft, draftContext())
    expect(read.secondReading).toBe('not made')
    expect(checksAfter(read)).toEqual(['contradicted', 'supported', 'unsupported'])
  })
})
