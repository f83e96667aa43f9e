import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeAnalyst } from '#server/providers/analyst/fake.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import { createChosenDrafting } from '#server/providers/engines/chosen-drafting.ts'
import { buildClient, buildDraftedNote, buildSession, buildTranscript } from '#test/build.ts'
import { buildClinic, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { jobsOf } from '#test/jobs.ts'
import { conversation, importTranscript, transcriptFile } from '#test/transcript.ts'
import { buildTransfer } from '#test/transfer.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let clinic: Clinic
beforeAll(async () => {
  world = await createWorld()
  clinic = await buildClinic(world)
})
afterAll(() => world.close())

let clientId = ''
beforeEach(async () => {
  clientId = (await buildClient(world, { therapistId: clinic.therapistId })).id
})

const importFile = (sessionId: string, api: Api = clinic.therapist) =>
  api.transcripts.importForSession({ sessionId, ...transcriptFile() })

async function schedule(): Promise<string> {
  const appointment = { date: '2027-03-01', startTime: '09:00', durationMinutes: 50 }
  const { id } = await clinic.therapist.sessions.schedule({
    ...appointment,
    clientId,
    type: 'Individual',
    settingType: 'in-person',
  })
  return id
}

async function cancel(): Promise<string> {
  const sessionId = await schedule()
  await clinic.therapist.sessions.cancel({ sessionId })
  return sessionId
}

async function discard(): Promise<string> {
  const { sessionId } = await clinic.therapist.recordings.start({ clientId, requestId: randomUUID() })
  await clinic.therapist.recordings.discard({ sessionId })
  return sessionId
}

async function expectNothingStored(sessionId: string, status: string) {
  expect(await clinic.therapist.sessions.get({ sessionId })).toMatchObject({ status })
  await expect(clinic.therapist.transcripts.get({ sessionId })).rejects.toMatchObject({ code: 'transcript_missing' })
  expect(await jobsOf(world, sessionId)).toEqual([])
}

const unheld = [
  ['a scheduled session', schedule, 'scheduled'],
  ['a canceled appointment', cancel, 'cancelled'],
  ['a discarded recording', discard, 'cancelled'],
] as const

describe('importing a transcript for a session that cannot have one', () => {
  test.each(unheld)('a transcript file is rejected for %s', async (_, build, status) => {
    const sessionId = await build()
    await expect(importFile(sessionId)).rejects.toMatchObject({
      code: 'transcript_not_held',
      status: 409,
      message:
        'This session has not taken place. To add a transcript of a session that took place, use Upload Session.',
    })
    await expectNothingStored(sessionId, status)
  })

  test.each(unheld)(
    'other users are rejected as for every session when they import for %s',
    async (_, build, status) => {
      const sessionId = await build()
      for (const role of otherReaders)
        await expect(importFile(sessionId, clinic[role])).rejects.toMatchObject({ code: 'not_allowed' })
      for (const role of strangers)
        await expect(importFile(sessionId, clinic[role])).rejects.toMatchObject({ code: 'session_missing' })
      await expectNothingStored(sessionId, status)
    },
  )

  test('a transcript file is rejected once the deletion of all sources turned the note into a written one', async () => {
    const { id: sessionId } = await buildSession(world, { clientId })
    await buildTranscript(world, { sessionId })
    await clinic.therapist.corrections.delete({ sessionId, what: 'transcript', reason: 'test' })
    await expect(importFile(sessionId)).rejects.toMatchObject({ code: 'transcript_of_written' })
    await expectNothingStored(sessionId, 'completed')
  })

  test.each(['awaiting_cosign', 'signed'])('a transcript file is rejected for a note that is %s', async (status) => {
    const { id: sessionId } = await buildSession(world, { clientId })
    await buildTranscript(world, { sessionId })
    await buildDraftedNote(world, { sessionId })
    await clinic.therapist.corrections.delete({ sessionId, what: 'transcript', reason: 'test' })
    await world.db.updateTable('notes').set({ status }).where('session_id', '=', sessionId).execute()
    await expect(importFile(sessionId)).rejects.toMatchObject({ code: 'note_signed' })
    await expectNothingStored(sessionId, 'completed')
  })
})

test('the next therapist of a client can add a transcript only to a session whose note has no version', async () => {
  const { from, to, owner, nextTherapist } = await buildTransfer(world)
  const given = await buildClient(world, { therapistId: from })
  const empty = await buildSession(world, { clientId: given.id, status: 'failed' })
  const drafted = await buildSession(world, { clientId: given.id })
  await buildDraftedNote(world, { sessionId: drafted.id })
  await world.db.updateTable('users').set({ first_name: 'Dana', last_name: 'Reyes' }).where('id', '=', from).execute()
  await owner.clients.transfer({ clientId: given.id, therapistId: to, mayStayUnsigned: true })
  await expect(importFile(drafted.id, nextTherapist)).rejects.toMatchObject({
    code: 'note_of_other',
    message: expect.stringContaining('This session was held by Dana Reyes.'),
  })
  expect(await jobsOf(world, drafted.id)).toEqual([])
  await importFile(empty.id, nextTherapist)
  expect((await jobsOf(world, empty.id)).map(({ name }) => name)).toEqual(['notes.draft'])
})

test('without a language model, the import names the speakers of a transcript with numbered labels', async () => {
  const { drafter } = createChosenDrafting(
    () => null,
    () => ({ drafter: createDrafter({ kind: 'extractive' }), secondReader: null, analyst: createFakeAnalyst() }),
    () => undefined,
  )
  const numbered = await createWorld({ providers: { drafter } })
  const { id, therapistId } = await buildClient(numbered)
  const api = await numbered.as(therapistId)
  const content = conversation.replaceAll('Therapist:', 'Speaker 1:').replaceAll('Client:', 'Speaker 2:')
  const sessionId = await importTranscript(api, id, content)
  const { utterances } = await api.transcripts.get({ sessionId })
  expect(utterances.slice(0, 2).map(({ speaker }) => speaker)).toEqual(['therapist', 'client'])
  await numbered.close()
})
