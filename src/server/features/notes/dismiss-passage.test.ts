import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DismissReason } from '#shared/contract/notes.ts'
import { buildClient, buildDraftedNote, buildSession, buildTranscript } from '#test/build.ts'
import { otherReaders, strangers } from '#test/clinic.ts'
import { type DraftingHarness, createDraftingHarness } from '#test/drafting-harness.ts'

const texts = [
  'How have you been sleeping these days?',
  'I wake up at three and I think about suicide while I lie there.',
  'Thank you for telling me. What else is on your mind?',
  'My sister comes on Sunday, and I am looking forward to it.',
]

let harness: DraftingHarness
beforeAll(async () => {
  harness = await createDraftingHarness()
})
afterAll(() => harness.close())

let sessionId = ''
beforeEach(async () => {
  const { therapistId, organizationId } = harness.clinic
  const { id: clientId } = await buildClient(harness.world, { therapistId, organizationId })
  sessionId = (await buildSession(harness.world, { clientId })).id
  await buildDraftedNote(harness.world, { sessionId })
  await buildTranscript(harness.world, { sessionId, texts })
})

const passage = { topic: 'suicide', utteranceId: 'u2', quote: texts[1] ?? '' } as const
const dismiss = (reason: DismissReason | null, changes: Partial<{ quote: string }> = {}) =>
  harness.api.notes.dismissPassage({ sessionId, ...passage, ...changes, reason })
const dismissReasons = async () => (await harness.note(sessionId)).safety.map(({ dismissed }) => dismissed)

describe('a safety passage', () => {
  test('the therapist can dismiss a safety passage with a reason, change the reason, and restore the passage', async () => {
    expect(await dismissReasons()).toEqual([undefined])
    expect((await dismiss('other')).safety).toMatchObject([{ ...passage, dismissed: 'other' }])
    await dismiss('figure of speech')
    expect(await dismissReasons()).toEqual(['figure of speech'])
    await dismiss(null)
    expect(await dismissReasons()).toEqual([undefined])
    const { items } = await harness.api.notes.versions({ sessionId })
    expect(items).toHaveLength(1)
  })

  test('a safety passage stays dismissed after the note is saved, but not after the words of the passage are corrected', async () => {
    await dismiss('not about this client')
    const { noteType, version: baseVersion } = await harness.note(sessionId)
    const sections = await harness.firstSection(sessionId, 'Sleeps badly.')
    await harness.api.notes.save({ sessionId, baseVersion, noteType, sections })
    expect(await dismissReasons()).toEqual(['not about this client'])
    await harness.api.notes.correctTurn({
      sessionId,
      utteranceId: 'u2',
      before: { text: passage.quote, speaker: 'client' },
      after: { text: 'I think about suicide every night.', speaker: 'client' },
    })
    expect(await dismissReasons()).toEqual([undefined])
  })

  test('rejects dismissing a safety passage that the session does not have', async () => {
    await expect(dismiss('other', { quote: 'I never said this.' })).rejects.toMatchObject({ code: 'passage_missing' })
  })

  test('only the session’s therapist can dismiss and restore a safety passage, and both changes are audited', async () => {
    const { clinic } = harness
    const input = { sessionId, ...passage, reason: 'other' as const }
    for (const role of otherReaders)
      await expect(clinic[role].notes.dismissPassage(input)).rejects.toMatchObject({ code: 'not_allowed' })
    for (const role of strangers)
      await expect(clinic[role].notes.dismissPassage(input)).rejects.toMatchObject({ code: 'session_missing' })
    await expect(clinic.anonymous.notes.dismissPassage(input)).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(await dismissReasons()).toEqual([undefined])
    await dismiss('other')
    await dismiss(null)
    const events = await harness.world.db
      .selectFrom('audit_events')
      .select(['action', 'details'])
      .where('resource_id', '=', sessionId)
      .where('action', 'like', 'safety.%')
      .orderBy('seq')
      .execute()
    expect(events).toEqual([
      { action: 'safety.dismissed', details: { reason: 'other' } },
      { action: 'safety.dismissal_undone', details: {} },
    ])
    expect((await clinic.supervisor.notes.get({ sessionId })).note.safety[0]?.dismissed).toBeUndefined()
  })
})
