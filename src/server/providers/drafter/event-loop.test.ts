import { describe, expect, test, vi } from 'vitest'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { labelSpeakers } from '#server/clinical-text/speakers/speaker-roles.ts'
import { readTranscriptFile } from '#server/clinical-text/reading/read.ts'
import { threads } from '#server/threads/pool.ts'
import { conversation } from '#test/transcript.ts'
import { createDrafter } from './create.ts'
import { answerWith, openEndpoint } from './endpoint.fixture.ts'
import { draftExcerpts } from './extractive/draft.ts'
import type { DraftRequest } from './port.ts'

/** A request for a note on the conversation, repeated `times` times. */
function requestOf(times: number, signal = new AbortController().signal): DraftRequest {
  const text = Array.from({ length: times }, (_, at) => conversation.replaceAll('week', `week ${at}`)).join('\n')
  return {
    transcript: labelSpeakers(readTranscriptFile({ fileName: 'session.txt', bytes: Buffer.from(text) }).transcript),
    noteType: 'SOAP',
    sectionTitles: sectionsOf.SOAP,
    clientFirstName: 'Ada',
    clientPronouns: 'She/Her',
    session: { date: '2026-03-02', durationMinutes: 50, settingType: 'telehealth' },
    signal,
  }
}

const drafter = createDrafter({ kind: 'extractive' })

/** Number of turns of the event loop during the work. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work.finally(() => (isOver = true))
  return turns
}

describe('a draft of excerpts', () => {
  // Even a short draft has to load the grammar, which takes longer than a request may block the event loop.
  test.each([1, 120])(
    'a draft of excerpts does not block the event loop: a conversation repeated %i times',
    async (times) => {
      const { signal, ...request } = requestOf(times)
      const drafting = drafter.draft({ ...request, signal })
      expect(await turnsDuring(drafting)).toBeGreaterThan(1)
      expect(await drafting).toEqual(draftExcerpts(request))
    },
  )

  test('a draft of excerpts stops when it is aborted', async () => {
    const stop = new AbortController()
    const drafting = drafter.draft(requestOf(120, stop.signal))
    stop.abort(new Error('the worker stops'))
    await expect(drafting).rejects.toThrow('the worker stops')
    await expect(drafter.draft(requestOf(120, stop.signal))).rejects.toThrow('the worker stops')
  })
})

test('a thread checks the statements of a language model', async () => {
  const run = vi.spyOn(threads, 'run')
  const statement = { text: 'Ada wakes up at three.', evidence: [{ utterance: 2, quote: 'I wake up at three' }] }
  const endpoint = await openEndpoint(() => answerWith({ Subjective: [statement], Plan: [statement] }))
  try {
    const model = createDrafter({ kind: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'm' })
    const { sections } = await model.draft(requestOf(1))
    expect(sections.map(({ statements }) => statements.map(({ check }) => check))).toEqual([
      ['supported'],
      [],
      [],
      ['supported'],
    ])
    expect(run.mock.calls.map(([task]) => task)).toEqual(['checkStatements'])
  } finally {
    await endpoint.close()
  }
})
