import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { pipelineJobs } from '#server/session-pipeline/jobs.ts'
import { buildMember } from '#test/build.ts'
import { createDraftingHarness, type DraftingHarness } from '#test/drafting-harness.ts'
import { loseJobs } from '#test/jobs.ts'
import { conversation, editTranscript } from '#test/transcript.ts'

const texts = conversation.split('\n').map((line) => line.replace(/^\w+: /, ''))

let harness: DraftingHarness
beforeAll(async () => {
  harness = await createDraftingHarness()
})
afterAll(() => harness.close())

let sessionId = ''
let clientId = ''
beforeEach(async () => {
  ;({ clientId, sessionId } = await harness.newSession({ texts }))
  const { utterances } = await harness.api.transcripts.get({ sessionId })
  const unknown = utterances.map((turn) => ({ ...turn, speaker: 'unknown' }))
  await harness.world.db
    .updateTable('transcripts')
    .set({ utterances: JSON.stringify(unknown), engine: 'import vtt' })
    .where('session_id', '=', sessionId)
    .execute()
  await harness.api.notes.generate({ sessionId })
})

const edit = (change: Parameters<typeof editTranscript>[2]) => editTranscript(harness.api, sessionId, change)
const voices = async () =>
  (await harness.api.transcripts.get({ sessionId })).utterances.map(({ id, label, speaker }) => [id, label, speaker])

/** A language model that identifies the speakers by label, while the user changes the transcript. */
const whileIdentifying = (happens: () => Promise<unknown>) => ({
  drafter: {
    ...harness.drafter,
    labelSpeakers: async (transcript: Transcript) => {
      await happens()
      const speakerOf = ({ label }: Utterance) => (label === 'Speaker 1' ? ('therapist' as const) : ('client' as const))
      return { ...transcript, utterances: transcript.utterances.map((turn) => ({ ...turn, speaker: speakerOf(turn) })) }
    },
  },
})

test('a speaker renamed while the speakers are identified gets the role and keeps the name', async () => {
  await harness.run(
    sessionId,
    whileIdentifying(() => edit({ kind: 'rename', label: 'Speaker 1', name: 'Robin' })),
  )
  expect((await voices()).slice(0, 2)).toEqual([
    ['u1', 'Robin', 'therapist'],
    ['u2', 'Speaker 2', 'client'],
  ])
  const { revision } = await harness.api.transcripts.get({ sessionId })
  await expect(
    harness.api.notes.undoTranscriptEdit({ sessionId, revision, undoes: revision - 1 }),
  ).rejects.toMatchObject({ code: 'transcript_changed' })
  await harness.api.notes.undoTranscriptEdit({ sessionId, revision, undoes: revision })
  expect((await voices())[0]).toEqual(['u1', 'Robin', 'unknown'])
})

test('speakers merged while they are identified stay one speaker with one role', async () => {
  await harness.run(
    sessionId,
    whileIdentifying(async () => {
      await edit({ kind: 'split', utteranceId: 'u3', at: 5 })
      await edit({ kind: 'merge speakers', label: 'Speaker 2', into: 'Speaker 1' })
    }),
  )
  const all = await voices()
  expect(all).toHaveLength(texts.length + 1)
  expect(new Set(all.map(([, label, speaker]) => `${label} ${speaker}`))).toEqual(new Set(['Speaker 1 therapist']))
})

test('both parts of a turn that was split while the speakers are identified get its role', async () => {
  await harness.run(
    sessionId,
    whileIdentifying(() => edit({ kind: 'split', utteranceId: 'u4', at: 5 })),
  )
  expect((await voices()).slice(3, 5)).toEqual([
    ['u4', 'Speaker 2', 'client'],
    [expect.stringMatching(/^u4~/), 'Speaker 2', 'client'],
  ])
})

test('turns to which the user assigned a role while the speakers are identified stay unchanged', async () => {
  await harness.run(
    sessionId,
    whileIdentifying(() => edit({ kind: 'role', label: 'Speaker 2', speaker: 'other' })),
  )
  expect((await voices()).slice(0, 2)).toEqual([
    ['u1', 'Speaker 1', 'therapist'],
    ['u2', 'Speaker 2', 'other'],
  ])
})

test('the speakers are identified for the next therapist of a transferred client', async () => {
  const { clinic, world } = harness
  const { userId } = await buildMember(world, { organizationId: clinic.organizationId })
  await world.db.updateTable('notes').set({ state: 'failed' }).where('session_id', '=', sessionId).execute()
  await world.db.updateTable('sessions').set({ status: 'failed' }).where('id', '=', sessionId).execute()
  await loseJobs(world, sessionId)
  await clinic.owner.clients.transfer({ clientId, therapistId: userId, mayStayUnsigned: true })
  const run = { signal: new AbortController().signal, isLastTry: () => false }
  const services = { ...harness.services, ...whileIdentifying(() => Promise.resolve()) }
  await pipelineJobs(services)['notes.draft']({ sessionId, userId }, run)
  const next = await world.as(userId)
  expect((await next.transcripts.get({ sessionId })).utterances[1]).toMatchObject({ speaker: 'client' })
})
