import { afterEach, describe, expect, test } from 'vitest'
import { NoteType } from '#shared/contract/notes.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { type Endpoint, openEndpoint } from '#server/providers/drafter/endpoint.fixture.ts'
import { openModelServer } from '#test/model-server.ts'
import { openCountedModel } from '#server/providers/counted-model.ts'
import { readCases } from './cases.ts'
import { Fault } from './score.ts'
import { scoreModel } from './score-model.ts'
import { failedMeasures, measuresOf } from './thresholds.ts'

let endpoint: Endpoint | null = null
afterEach(async () => {
  await endpoint?.close()
  endpoint = null
})

const cases = readCases()
const failures: string[] = []

async function score(opened: Promise<Endpoint>, hasSecondReading = true) {
  endpoint = await opened
  const settings = { kind: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'tiny-7b' } as const
  const done: string[] = []
  failures.length = 0
  const modelUnderTest = openCountedModel(settings, hasSecondReading)
  const result = await scoreModel({
    model: 'tiny-7b',
    modelUnderTest,
    cases,
    onCase: ({ client }) => done.push(client),
    onFailure: ({ message }) => failures.push(message),
  })
  expect(done).toEqual(cases.map(({ client }) => client))
  return result
}

describe('the bundled cases', () => {
  test('there is one bundled case per note type, with sections of that type', () => {
    expect(cases.map(({ noteType }) => noteType).toSorted()).toEqual(NoteType.options.toSorted())
    for (const { noteType, filled } of cases) expect(sectionsOf[noteType]).toEqual(expect.arrayContaining(filled))
  })

  test('every statement of a bundled case cites existing turns', () => {
    for (const { lines, transcript, statements } of cases) {
      expect(transcript.utterances.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual(
        lines.map((line) => line.replace(/^\w+/, (who) => who.toLowerCase())),
      )
      expect(statements.flatMap((one) => one.lines).every((line) => line >= 1 && line <= lines.length)).toBe(true)
    }
  })

  test.each(Fault.options)('the bundled cases contain at least five false statements with the fault %s', (fault) => {
    expect(cases.flatMap(({ statements }) => statements).filter(({ is }) => is === fault).length).toBeGreaterThan(4)
  })
})

describe('scoring a model', () => {
  test('a good model passes all measures, and the score counts its tokens', async () => {
    const result = await score(openModelServer('good'))
    expect(failedMeasures(result)).toEqual([])
    expect(result).toMatchObject({ model: 'tiny-7b', drafting: { failed: { count: 0, of: 10 } } })
    expect(result.secondReading?.falseAlarms).toEqual({ count: 0, of: 50 })
    expect(result.tokens.read).toBe(endpoint?.bodies.length)
  })

  test('a model that invents statements and approves all statements fails for each kind of fault', async () => {
    const names = failedMeasures(await score(openModelServer('bad'))).map(({ name }) => name)
    expect(names).toContain('Sections filled')
    expect(names).toContain('Drafted sentences flagged by the evidence check')
    expect(names.filter((name) => name.startsWith('Caught: '))).toHaveLength(Fault.options.length)
    expect(names).not.toContain('True sentences doubted')
  })

  test('a model with unusable responses fails every case, and the run continues to the last case', async () => {
    const result = await score(openEndpoint(() => ({ content: 'no' })))
    expect(result.drafting.failed).toEqual({ count: 10, of: 10 })
    expect(result.secondReading?.failed).toEqual({ count: 10, of: 10 })
    expect(failedMeasures(result).length).toBeGreaterThan(10)
    expect(failures).toHaveLength(20)
  })

  test('a model that answers in no case gets no score, and each failure is reported', async () => {
    await expect(score(openEndpoint(() => ({ status: 401 })))).rejects.toThrow('answered in none of the 10 cases')
    expect(failures).toHaveLength(20)
    expect(new Set(failures)).toEqual(new Set(['The language model refused the request with status 401.']))
  })

  test('a model without second readings gets a score of its drafts only', async () => {
    const result = await score(openModelServer('good'), false)
    expect(result.secondReading).toBeNull()
    expect(measuresOf(result).map(({ name }) => name)).not.toContain('False sentences caught')
    expect(failedMeasures(result)).toEqual([])
  })
})
