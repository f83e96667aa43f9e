import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDraftedNote, buildMember, buildOrganization, buildSession, buildTranscript } from '#test/build.ts'
import { buildSigner, confirmIdentity, sign } from '#test/signing.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let signer: Awaited<ReturnType<typeof buildSigner>>

beforeAll(async () => {
  world = await createWorld()
  signer = await buildSigner(world)
})
afterAll(() => world.close())

const sections = [{ title: 'Subjective', content: 'Slept well.' }]
const save = (sessionId: string, baseVersion: number) =>
  signer.api.notes.save({ sessionId, baseVersion, noteType: 'SOAP', sections })

describe('signing a note', () => {
  test('signing a note locks its version and stores name, credentials, attestation text and hash', async () => {
    const sessionId = await signer.draft()
    const before = await signer.api.signatures.get({ sessionId })
    expect(before).toMatchObject({ status: 'draft', signatures: [], addenda: [], needsConfirmation: true })
    expect(before.toSign).toMatchObject({ version: 1, supervisor: null, signer: { credentials: 'LCSW' } })
    const after = await sign(signer.api, sessionId)
    expect(after).toMatchObject({ status: 'signed', toSign: null, canAddAddendum: true })
    expect(after.signatures).toMatchObject([
      {
        version: 1,
        role: 'author',
        name: 'Robin Hale',
        credentials: 'LCSW',
        authMethod: 'password',
        contentSha256: before.toSign?.contentSha256,
        isIntact: true,
        superseded: null,
        attestationText:
          'I held this session, I have reviewed this note and it is accurate and complete to the best of my knowledge. It was drafted with software from a recording.',
      },
    ])
    expect(await signer.api.notes.get({ sessionId })).toMatchObject({ canEdit: false, note: { status: 'signed' } })
    expect(await signer.api.sessions.get({ sessionId })).toMatchObject({ noteStatus: 'signed' })
  })

  test('a note without a transcript can be signed from five minutes before its session ends, or if the client missed it', async () => {
    /** Creates the note of a session that ends in this number of minutes. */
    const buildNoteEndingIn = async (minutes: number, origin = 'written') => {
      const sessionId = await signer.draft()
      await sql`update notes set origin = ${origin} where session_id = ${sessionId}`.execute(world.db)
      await sql`update sessions s set date = e.ends::date, start_time = '00:00', end_time = e.ends::time
        from (select now() at time zone time_zone + make_interval(mins => ${minutes}) as ends from users
          where id = ${signer.userId}) e where s.id = ${sessionId}`.execute(world.db)
      return sessionId
    }
    const running = await buildNoteEndingIn(7)
    await expect(sign(signer.api, running)).rejects.toMatchObject({
      code: 'session_not_over',
      message: 'This session has not ended. Sign the note afterwards, or correct the times of the session.',
    })
    await sql`update sessions set contact = 'no-show', status = 'no-show' where id = ${running}`.execute(world.db)
    await sign(signer.api, running)
    await sign(signer.api, await buildNoteEndingIn(4))
    await sign(signer.api, await buildNoteEndingIn(7, 'transcript'))
  })

  test('the attestation text of a missed session does not say that the session was held', async () => {
    const sessionId = await signer.draft()
    await sql`update notes set origin = 'written' where session_id = ${sessionId}`.execute(world.db)
    await sql`update sessions set contact = 'no-show', status = 'no-show' where id = ${sessionId}`.execute(world.db)
    const { signatures } = await sign(signer.api, sessionId)
    expect(signatures[0]?.attestationText).toBe(
      'The client did not come to this session. I have reviewed this note and it is accurate and complete to the best of my knowledge. It was written by me.',
    )
  })

  test('a placeholder of a snippet blocks the signature until it is filled in', async () => {
    const sessionId = await signer.draft()
    const saveSubjective = async (content: string, baseVersion: number) => {
      const rest = ['Objective', 'Assessment', 'Plan'].map((title) => ({ title, content: 'As observed.' }))
      const changed = [{ title: 'Subjective', content }, ...rest]
      return await signer.api.notes.save({ sessionId, baseVersion, noteType: 'SOAP', sections: changed })
    }
    const { version } = await saveSubjective('Slept well. [GAD-7: score, date] and [PHQ-9: score, date].', 1)
    await expect(sign(signer.api, sessionId)).rejects.toMatchObject({
      code: 'place_to_fill',
      message: 'Fill in [GAD-7: score, date] before signing, or delete it.',
    })
    await saveSubjective('Slept well. GAD-7: 9 on 11/20/2026 [by phone: no date].', version)
    expect(await sign(signer.api, sessionId)).toMatchObject({ status: 'signed' })
  })

  test('every change of a signed note is rejected', async () => {
    const sessionId = await signer.draft()
    await sign(signer.api, sessionId)
    const { notes } = signer.api
    const locked = {
      code: 'note_signed',
      message: 'This note is signed and its text is locked. Add an addendum instead.',
    }
    const passage = { topic: 'suicide', utteranceId: 'u1', quote: 'None.', reason: 'other' } as const
    for (const change of [
      () => save(sessionId, 1),
      () => notes.changeType({ sessionId, noteType: 'DAP' }),
      () => notes.chooseType({ sessionId, noteType: 'DAP' }),
      () => notes.enhance({ sessionId, instructions: 'Shorter.' }),
      () => notes.generate({ sessionId }),
      () => notes.restore({ sessionId, version: 1, baseVersion: 1 }),
      () => notes.dismissPassage({ sessionId, ...passage }),
      () => signer.api.signatures.sign({ sessionId, version: 1, contentSha256: '', attestationText: '' }),
    ])
      await expect(change()).rejects.toMatchObject(locked)
    expect((await notes.get({ sessionId })).note.version).toBe(1)
  })

  test('a signature is rejected if version, facts or attestation text differ from those that the page showed', async () => {
    const sessionId = await signer.draft()
    const { toSign } = await signer.api.signatures.get({ sessionId })
    if (!toSign) throw new Error('not signable')
    const { version, contentSha256, attestationText } = toSign
    const input = { sessionId, version, contentSha256, attestationText }
    const noteChanged = { code: 'note_changed', message: 'This note changed since you opened it.' }
    await expect(signer.api.signatures.sign({ ...input, attestationText: 'I agree.' })).rejects.toMatchObject(
      noteChanged,
    )
    await expect(signer.api.signatures.sign({ ...input, version: 2 })).rejects.toMatchObject(noteChanged)
    await world.db.updateTable('sessions').set({ start_time: '08:45' }).where('id', '=', sessionId).execute()
    await expect(signer.api.signatures.sign(input)).rejects.toMatchObject(noteChanged)
    await world.db.updateTable('sessions').set({ start_time: '09:00' }).where('id', '=', sessionId).execute()
    await save(sessionId, 1)
    await expect(signer.api.signatures.sign(input)).rejects.toMatchObject(noteChanged)
  })

  test('open review items block the signature', async () => {
    const { id: sessionId } = await buildSession(world, { clientId: signer.clientId })
    await buildTranscript(world, { sessionId })
    await buildDraftedNote(world, { sessionId })
    const { items } = await signer.api.review.get({ sessionId })
    await expect(sign(signer.api, sessionId)).rejects.toMatchObject({
      code: 'note_to_review',
      message: `Resolve ${items.length} items before signing.`,
    })
    const keep = ({ id: itemId }: { id: string }) =>
      signer.api.review.decide({ sessionId, itemId, baseVersion: 1, decision: { kind: 'keep' } })
    const [last, ...others] = items
    if (!last) throw new Error('nothing to review')
    for (const item of others) await keep(item)
    await expect(sign(signer.api, sessionId)).rejects.toMatchObject({ message: 'Resolve 1 item before signing.' })
    await keep(last)
    expect(await sign(signer.api, sessionId)).toMatchObject({ status: 'signed' })
    await expect(signer.api.review.undo({ sessionId, itemId: last.id, baseVersion: 1 })).rejects.toMatchObject({
      code: 'note_signed',
    })
  })

  test('a confirmation of identity is valid for five minutes', async () => {
    const sessionId = await signer.draft()
    await confirmIdentity(world, signer.userId, 6)
    expect(await signer.api.signatures.get({ sessionId })).toMatchObject({ confirmedAt: null })
    await expect(sign(signer.api, sessionId)).rejects.toMatchObject({
      code: 'confirmation_missing',
      message: 'Confirm with your password, a code or a passkey first.',
    })
    await confirmIdentity(world, signer.userId, 4)
    expect((await signer.api.signatures.get({ sessionId })).confirmedAt).not.toBeNull()
    expect(await sign(signer.api, sessionId)).toMatchObject({ status: 'signed' })
    await confirmIdentity(world, signer.userId)
  })

  test('a signature and an addendum state that a code confirmed the identity', async () => {
    const sessionId = await signer.draft()
    await confirmIdentity(world, signer.userId, 0, 'totp')
    expect((await sign(signer.api, sessionId)).signatures).toMatchObject([{ authMethod: 'totp', isIntact: true }])
    const text = 'Wren called.'
    const { addenda } = await signer.api.signatures.addAddendum({
      sessionId,
      kind: 'addendum',
      text,
      reason: 'A call',
      eventDate: null,
    })
    expect(addenda).toMatchObject([{ authMethod: 'totp' }])
    await confirmIdentity(world, signer.userId)
  })

  test('a signer without credentials is rejected', async () => {
    const other = await buildSigner(world)
    await world.db.updateTable('users').set({ credentials: '' }).where('id', '=', other.userId).execute()
    await expect(sign(other.api, await other.draft())).rejects.toMatchObject({
      code: 'credentials_missing',
      message: 'Add your credentials before signing.',
    })
  })

  test('a note that is being drafted cannot be signed', async () => {
    const sessionId = await signer.draft()
    const { toSign } = await signer.api.signatures.get({ sessionId })
    if (!toSign) throw new Error('not signable')
    const { version, contentSha256, attestationText } = toSign
    await world.db.updateTable('notes').set({ state: 'generating' }).where('session_id', '=', sessionId).execute()
    expect((await signer.api.signatures.get({ sessionId })).toSign).toBeNull()
    await expect(
      signer.api.signatures.sign({ sessionId, version, contentSha256, attestationText }),
    ).rejects.toMatchObject({
      code: 'note_not_ready',
      message: 'This note is not ready. Sign it when it has been generated.',
    })
  })

  test('a note whose redraft failed can be signed, also after its supervisor returned it', async () => {
    const { id: organizationId } = await buildOrganization(world)
    const { userId: managedBy } = await buildMember(world, { organizationId, role: 'supervisor' })
    const author = await buildSigner(world, { organizationId, managedBy })
    await world.db.updateTable('users').set({ is_prelicensed: true }).where('id', '=', author.userId).execute()
    for (const status of ['draft', 'returned']) {
      const sessionId = await author.draft()
      const failed = { state: 'failed', error: 'No content generated', status }
      await world.db.updateTable('notes').set(failed).where('session_id', '=', sessionId).execute()
      expect(await sign(author.api, sessionId)).toMatchObject({ status: 'awaiting_cosign' })
      expect(await author.api.notes.get({ sessionId })).toMatchObject({
        note: { version: 1, state: 'ready', error: null },
      })
    }
  })

  test('a note without text cannot be signed after its first draft failed', async () => {
    const { id: sessionId } = await buildSession(world, { clientId: signer.clientId })
    await world.db.updateTable('notes').set({ state: 'failed' }).where('session_id', '=', sessionId).execute()
    expect((await signer.api.signatures.get({ sessionId })).toSign).toBeNull()
  })

  test('fifty parallel requests to sign a note store one signature', async () => {
    const sessionId = await signer.draft()
    const { toSign } = await signer.api.signatures.get({ sessionId })
    if (!toSign) throw new Error('not signable')
    const { version, contentSha256, attestationText } = toSign
    const input = { sessionId, version, contentSha256, attestationText }
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => signer.api.signatures.sign(input)))
    const results = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'signed' : (outcome.reason as unknown)))
    expect(results.filter((result) => result === 'signed')).toHaveLength(1)
    expect(results.filter((result) => result !== 'signed')).toEqual(
      Array.from({ length: 49 }, () => expect.objectContaining({ code: 'note_signed' })),
    )
    expect((await signer.api.signatures.get({ sessionId })).signatures).toHaveLength(1)
  })

  test('a signer who lost access before signing is rejected', async () => {
    const other = await buildSigner(world)
    const sessionId = await other.draft()
    const { toSign } = await other.api.signatures.get({ sessionId })
    if (!toSign) throw new Error('not signable')
    const { version, contentSha256, attestationText } = toSign
    await world.db.deleteFrom('organization_members').where('user_id', '=', other.userId).execute()
    await expect(
      other.api.signatures.sign({ sessionId, version, contentSha256, attestationText }),
    ).rejects.toMatchObject({ code: 'session_missing' })
  })

  test('a signed note shows the name and credentials from the time of signing until it is unlocked', async () => {
    const other = await buildSigner(world)
    const sessionId = await other.draft()
    const unsigned = await other.draft()
    await sign(other.api, sessionId)
    const changed = { first_name: 'Robyn', credentials: 'PhD' }
    await world.db.updateTable('users').set(changed).where('id', '=', other.userId).execute()
    expect((await other.api.signatures.get({ sessionId })).signatures).toMatchObject([
      { name: 'Robin Hale', credentials: 'LCSW', isIntact: true },
    ])
    const renderedBy = async (id: string) => (await other.api.notes.get({ sessionId: id })).heldBy
    expect(await renderedBy(sessionId)).toEqual({ name: 'Robin Hale', credentials: 'LCSW' })
    expect(await renderedBy(unsigned)).toEqual({ name: 'Robyn Hale', credentials: 'PhD' })
    await other.api.signatures.unlock({ sessionId, reason: 'A wrong date' })
    expect(await renderedBy(sessionId)).toEqual({ name: 'Robyn Hale', credentials: 'PhD' })
  })
})

describe('a late entry', () => {
  /** Creates the note of a session that ended this number of minutes ago. Times are in UTC, the signer's time zone. */
  const buildNoteEnded = async (minutes: number) => {
    const sessionId = await signer.draft()
    await sql`update sessions set (date, start_time, end_time) = (select at::date, (at - interval '1 minute')::time, at::time
      from (select now() at time zone 'UTC' - make_interval(mins => ${minutes}) as at) moment) where id = ${sessionId}`.execute(
      world.db,
    )
    return sessionId
  }

  test('a late entry is the first signature more than 72 hours after the session', async () => {
    const onTime = await buildNoteEnded(72 * 60 - 1)
    expect((await signer.api.signatures.get({ sessionId: onTime })).toSign?.lateDays).toBeNull()
    expect((await sign(signer.api, onTime)).signatures).toMatchObject([{ isLate: false }])
    const late = await buildNoteEnded(72 * 60 + 1)
    expect((await signer.api.signatures.get({ sessionId: late })).toSign?.lateDays).toBe(3)
    expect((await sign(signer.api, late)).signatures).toMatchObject([{ isLate: true }])
  })

  test('the second signature of a note is never a late entry', async () => {
    const sessionId = await buildNoteEnded(72 * 60 - 1)
    await sign(signer.api, sessionId)
    await signer.api.signatures.unlock({ sessionId, reason: 'A wrong word.' })
    await sql`alter table sessions disable trigger lock_signed_session`.execute(world.db)
    await sql`update sessions set date = date - 7 where id = ${sessionId}`.execute(world.db)
    await sql`alter table sessions enable trigger lock_signed_session`.execute(world.db)
    expect((await sign(signer.api, sessionId)).signatures).toMatchObject([{ isLate: false }, { isLate: false }])
  })

  test('changing one rule for signing keeps the others', async () => {
    const { id, ownerId } = await buildOrganization(world)
    const owner = await world.as(ownerId)
    await owner.signatures.changeRules({ attestationText: 'I stand by it.', lateAfterHours: 24 })
    const changed = { attestationText: 'I stand by it.', lateAfterHours: 24, unlockHours: 0 }
    expect(await owner.signatures.changeRules({ unlockHours: 0 })).toEqual(changed)
    expect(await owner.signatures.changeRules({ attestationText: null })).toEqual({ ...changed, attestationText: null })
    const events = world.db.selectFrom('audit_events').where('organization_id', '=', id).orderBy('seq')
    expect((await events.select('details').execute()).map(({ details }) => details)).toEqual([
      { lateAfterHours: 24, unlockHours: 24, ownStatement: true },
      { lateAfterHours: 24, unlockHours: 0, ownStatement: true },
      { lateAfterHours: 24, unlockHours: 0, ownStatement: false },
    ])
  })

  test('a first signature is a late entry after the number of hours that the organization chose', async () => {
    const { id: organizationId, ownerId } = await buildOrganization(world)
    const other = await buildSigner(world, { organizationId })
    const owner = await world.as(ownerId)
    await owner.signatures.changeRules({ attestationText: 'I stand by it.', lateAfterHours: 24, unlockHours: 0 })
    const sessionId = await other.draft()
    await sql`update sessions set date = (now() at time zone 'UTC')::date - 2 where id = ${sessionId}`.execute(world.db)
    expect((await sign(other.api, sessionId)).signatures).toMatchObject([
      { isLate: true, attestationText: 'I stand by it.' },
    ])
    await expect(other.api.signatures.unlock({ sessionId, reason: 'Again.' })).rejects.toMatchObject({
      code: 'unlock_too_late',
      message: 'The time for unlocking this note is over. Add an addendum instead.',
    })
  })
})

describe('unlocking', () => {
  test('unlocking a note supersedes its signature, and the note can be signed again', async () => {
    const sessionId = await signer.draft()
    await sign(signer.api, sessionId)
    const unlocked = await signer.api.signatures.unlock({ sessionId, reason: 'The date was wrong.' })
    expect(unlocked).toMatchObject({
      status: 'draft',
      signatures: [
        { isIntact: true, superseded: { kind: 'unlocked', reason: 'The date was wrong.', by: 'Robin Hale' } },
      ],
    })
    await save(sessionId, 1)
    const again = await sign(signer.api, sessionId)
    expect(again.signatures).toMatchObject([
      { version: 1, isIntact: true, superseded: { kind: 'unlocked' } },
      { version: 2, isIntact: true, superseded: null },
    ])
  })

  test('a version beyond the integer range and texts of only control characters are rejected as invalid input', async () => {
    const sessionId = await signer.draft()
    const { toSign } = await signer.api.signatures.get({ sessionId })
    if (!toSign) throw new Error('not signable')
    const { contentSha256, attestationText } = toSign
    const invalid = { code: 'input_invalid' }
    await expect(
      signer.api.signatures.sign({ sessionId, version: 3e9, contentSha256, attestationText }),
    ).rejects.toMatchObject(invalid)
    await sign(signer.api, sessionId)
    await expect(signer.api.signatures.unlock({ sessionId, reason: '\0' })).rejects.toMatchObject(invalid)
    const addendum = { sessionId, kind: 'addendum', reason: 'A call', eventDate: null } as const
    await expect(signer.api.signatures.addAddendum({ ...addendum, text: '\0' })).rejects.toMatchObject(invalid)
    const owner = await world.as((await buildOrganization(world)).ownerId)
    await expect(
      owner.signatures.changeRules({ attestationText: '\0', lateAfterHours: 24, unlockHours: 0 }),
    ).rejects.toMatchObject(invalid)
  })

  test('an unsigned note cannot be unlocked', async () => {
    const sessionId = await signer.draft()
    await expect(signer.api.signatures.unlock({ sessionId, reason: 'None.' })).rejects.toMatchObject({
      code: 'note_not_signed',
      message: 'This note is not signed. Change its text instead.',
    })
  })
})

describe('a pre-licensed author', () => {
  test('a note that a pre-licensed author signs in an organization awaits the supervisor’s co-signature', async () => {
    const { id: organizationId } = await buildOrganization(world)
    const { userId: managedBy } = await buildMember(world, { organizationId, role: 'supervisor' })
    const other = await buildSigner(world, { organizationId, managedBy })
    await world.db.updateTable('users').set({ is_prelicensed: true }).where('id', '=', other.userId).execute()
    const sessionId = await other.draft()
    const { toSign } = await other.api.signatures.get({ sessionId })
    expect(toSign?.supervisor).toEqual({ name: 'Robin Hale' })
    expect(await sign(other.api, sessionId)).toMatchObject({ status: 'awaiting_cosign' })
    await expect(other.api.notes.save({ sessionId, baseVersion: 1, noteType: 'SOAP', sections })).rejects.toMatchObject(
      { code: 'note_signed' },
    )
  })
})
