import { describe, expect, test } from 'vitest'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { labelSpeakers } from '#server/clinical-text/speakers/speaker-roles.ts'
import { readTranscriptFile } from '#server/clinical-text/reading/read.ts'
import { conversation } from '#test/transcript.ts'
import { createDrafter } from './create.ts'
import { createExtractiveDrafter } from './extractive/drafter.ts'
import type { DraftRequest } from './port.ts'

/** A request for a note on this conversation, said so many times. */
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

/** What else the process came to while it waited. */
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

describe('a long draft', () => {
  test('is the same and leaves the process free', async () => {
    const request = requestOf(120)
    const drafting = drafter.draft(request)
    expect(await turnsDuring(drafting)).toBeGreaterThan(1)
    expect(await drafting).toEqual(await createExtractiveDrafter().draft(request))
  })

  test('ends when it is told to', async () => {
    const stop = new AbortController()
    const drafting = drafter.draft(requestOf(120, stop.signal))
    stop.abort(new Error('the worker stops'))
    await expect(drafting).rejects.toThrow('the worker stops')
    await expect(drafter.draft(requestOf(120, stop.signal))).rejects.toThrow('the worker stops')
  })
})

test('a draft of usual length does not wait for a thread', async () => {
  expect(await turnsDuring(drafter.draft(requestOf(60)))).toBe(0)
})
