import { afterAll, beforeAll, expect, test } from 'vitest'
import { locateQuote } from '#shared/rules/evidence.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import { buildClient } from '#test/build.ts'
import { importTranscript, watchToEnd } from '#test/transcript.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ providers: { drafter: createDrafter({ kind: 'extractive' }) } })
  await world.worker()
})
afterAll(() => world.close())

test('a transcript file becomes a note whose every quote stands in the transcript', async () => {
  const { id: clientId, therapistId } = await buildClient(world, { firstName: 'Ada', lastName: 'Moss' })
  const api = await world.as(therapistId)
  const sessionId = await importTranscript(api, clientId)
  const progress = await watchToEnd(api, sessionId)
  expect(progress.at(-1)).toMatchObject({ stage: 'complete', percent: 100, error: null })

  const [page, transcript] = await Promise.all([api.notes.get({ sessionId }), api.transcripts.get({ sessionId })])
  expect(page).toMatchObject({
    note: { noteType: 'SOAP', state: 'ready', version: 1, drafter: 'extractive', error: null },
    client: { firstName: 'Ada', lastName: 'Moss', treatmentApproach: 'CBT' },
    session: { source: 'transcript', hasTranscript: true, hasAudio: false, settingType: 'telehealth' },
    canEdit: true,
  })
  expect(page.note.sections.map(({ title }) => title)).toEqual(['Subjective', 'Objective', 'Assessment', 'Plan'])
  expect(page.note.coverage).toEqual({ utterances: 8, read: 8, unread: [] })
  const statements = page.note.sections.flatMap((section) => section.statements)
  expect(statements.length).toBeGreaterThan(2)
  for (const { evidence, check } of statements) {
    expect(check).toBe('supported')
    for (const one of evidence) expect(locateQuote(one, transcript)).not.toBeNull()
  }
  expect(await api.sessions.get({ sessionId })).toMatchObject({ status: 'completed', noteState: 'ready' })
})
