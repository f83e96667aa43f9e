import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildDraftedNote } from '#test/build.ts'
import { createDraftingHarness, type DraftingHarness } from '#test/drafting-harness.ts'

const text = 'Smiles about the loss.'

let harness: DraftingHarness
let sessionId = ''
beforeAll(async () => {
  harness = await createDraftingHarness()
})
afterAll(() => harness.close())

// During an upgrade, a process of a newer version may store findings that this version does not recognize.
beforeEach(async () => {
  const { db } = harness.world
  ;({ sessionId } = await harness.newSession({ texts: ['How are you?', 'Fine, I suppose.'] }))
  await buildDraftedNote(harness.world, { sessionId })
  const sections = ['Subjective', 'Objective', 'Assessment', 'Plan'].map((title) => {
    const one = title === 'Subjective' ? { text, check: 'irony' } : { text: 'Calm.', check: 'clinician' }
    return { title, content: one.text, statements: [{ ...one, evidence: [] }] }
  })
  const passage = {
    topic: 'suicide',
    finding: 'implied',
    utteranceId: 'u2',
    quote: 'Fine, I suppose.',
    exchange: ['u2'],
  }
  await db
    .updateTable('notes')
    .set({
      sections: JSON.stringify(sections),
      safety: JSON.stringify([{ ...passage, inNote: true }]),
      version: sql`version + 1`,
    })
    .where('session_id', '=', sessionId)
    .execute()
  await sql`
    insert into note_versions (session_id, version, organization_id, therapist_id, note_type, reason, sections, drafter)
    select session_id, version, organization_id, therapist_id, note_type, 'drafted', sections, drafter from notes
    where session_id = ${sessionId}`.execute(db)
  await sql`
    insert into note_review_items (session_id, item_id, organization_id, therapist_id, kind, section, version, state, drafter, decided_by)
    select session_id, repeat('a', 64), organization_id, therapist_id, 'irony', 'Plan', version, 'kept', drafter, therapist_id
    from notes where session_id = ${sessionId}`.execute(db)
})

const queue = () => harness.api.review.get({ sessionId })

test('a finding of an unknown kind is shown as a finding in the note, in its versions and in the review queue', async () => {
  const { note } = await harness.api.notes.get({ sessionId })
  expect(note.sections[0]?.statements).toMatchObject([{ text, check: 'other' }])
  expect(note.safety).toMatchObject([{ topic: 'suicide', finding: 'unclear' }])
  const { sections } = await harness.api.notes.version({ sessionId, version: note.version })
  expect(sections[0]?.statements).toMatchObject([{ text, check: 'other' }])
  expect((await queue()).items).toMatchObject([{ kind: 'other', text }])
})

test('a finding of an unknown kind blocks the signature until the therapist decides it', async () => {
  const { toSign } = await harness.api.signatures.get({ sessionId })
  const [item] = (await queue()).items
  if (!item || !toSign) throw new Error('the finding is not asked about')
  const { version, contentSha256, attestationText } = toSign
  const signing = harness.api.signatures.sign({ sessionId, version, contentSha256, attestationText })
  await expect(signing).rejects.toMatchObject({ code: 'note_to_review' })
  const keepDecision = { sessionId, itemId: item.id, baseVersion: version, decision: { kind: 'keep' } } as const
  const { note, queue: left } = await harness.api.review.decide(keepDecision)
  expect(left.items).toEqual([])
  expect(note.sections[0]?.statements).toMatchObject([{ text, kept: true }])
})
