import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMember, buildOrganization } from '#test/build.ts'
import { waitForLockWait, whileDeleting } from '#test/lock-waits.ts'
import { buildSigner, sign } from '#test/signing.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let signer: Awaited<ReturnType<typeof buildSigner>>

beforeAll(async () => {
  world = await createWorld()
  signer = await buildSigner(world)
})
afterAll(() => world.close())

const addIncrement = (sessionId: string, activeMs: number, snippets = 0) =>
  signer.api.review.count({ sessionId, activeMs, snippets })

async function storedFigures(sessionId: string) {
  const columns = ['active_ms', 'snippet_count', 'item_count', 'word_count', 'changed_word_count'] as const
  return await world.db
    .selectFrom('review_figures')
    .select(columns)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}

/** Sets the time of the last increment to some seconds ago, as if this time had passed. */
async function setLastIncrement(sessionId: string, seconds: number): Promise<void> {
  const earlier = sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`
  await world.db
    .updateTable('review_figures')
    .set({ counted_until: earlier })
    .where('session_id', '=', sessionId)
    .execute()
}

describe('active time', () => {
  test('active time is the sum of its increments, but never exceeds the time that passed', async () => {
    const sessionId = await signer.draft()
    await addIncrement(sessionId, 5000)
    await setLastIncrement(sessionId, 5)
    await addIncrement(sessionId, 5000)
    expect((await storedFigures(sessionId))?.active_ms).toBe(10_000)
    await setLastIncrement(sessionId, 3)
    await addIncrement(sessionId, 60_000)
    expect((await storedFigures(sessionId))?.active_ms).toBeLessThan(13_500)
  })

  test('active time counts once if several tabs send increments for the same time', async () => {
    const sessionId = await signer.draft()
    await addIncrement(sessionId, 0)
    for (let round = 0; round < 3; round += 1) {
      await setLastIncrement(sessionId, 5)
      await Promise.all([addIncrement(sessionId, 5000), addIncrement(sessionId, 5000), addIncrement(sessionId, 5000)])
    }
    expect((await storedFigures(sessionId))?.active_ms).toBeGreaterThanOrEqual(15_000)
    // Increments overlap by up to two seconds.
    expect((await storedFigures(sessionId))?.active_ms).toBeLessThan(21_500)
  })

  test('an idle hour does not let later increments of active time exceed the time that passed', async () => {
    const sessionId = await signer.draft()
    await addIncrement(sessionId, 0)
    await setLastIncrement(sessionId, 3600)
    await addIncrement(sessionId, 5000)
    await Promise.all([addIncrement(sessionId, 60_000), addIncrement(sessionId, 60_000)])
    expect((await storedFigures(sessionId))?.active_ms).toBeLessThan(8000)
  })

  test.each([
    ['too long', { activeMs: 60_001, snippets: 0 }],
    ['negative', { activeMs: -1, snippets: 0 }],
    ['of too many snippets', { activeMs: 0, snippets: 21 }],
    ['not whole', { activeMs: 0.5, snippets: 0 }],
  ])('rejects an increment of active time that is %s', async (_, work) => {
    const sessionId = await signer.draft()
    await expect(signer.api.review.count({ sessionId, ...work })).rejects.toMatchObject({ status: 422 })
    expect(await storedFigures(sessionId)).toBeUndefined()
  })

  test('an increment of active time after the signature is ignored', async () => {
    const sessionId = await signer.draft()
    await sign(signer.api, sessionId)
    await addIncrement(sessionId, 5000, 1)
    expect(await storedFigures(sessionId)).toMatchObject({ active_ms: 0, snippet_count: 0 })
  })

  test('an increment of active time is counted without waiting for a signature in progress', async () => {
    await sign(signer.api, await signer.draft())
    const sessionId = await signer.draft()
    const signing = await world.db.transaction().execute(async (transaction) => {
      await sql`select from signature_heads where chain = ${signer.organizationId} for update`.execute(transaction)
      const started = sign(signer.api, sessionId)
      await waitForLockWait(world)
      await addIncrement(sessionId, 5000)
      return { started }
    })
    await signing.started
    expect(await storedFigures(sessionId)).toMatchObject({ active_ms: 5000, word_count: 12 })
  })

  test('rejects an increment of active time if the session is deleted at the same time', async () => {
    const sessionId = await signer.draft()
    const outcome = await whileDeleting(world, sessionId, () => addIncrement(sessionId, 5000))
    expect(outcome).toMatchObject({ code: 'session_missing' })
  })

  test('rejects increments of active time by the former and the next therapist after a transfer', async () => {
    const { organizationId, api, clientId, draft } = await buildSigner(world)
    const sessionId = await draft()
    const { userId } = await buildMember(world, { organizationId })
    const owner = await world.as((await buildMember(world, { organizationId, role: 'owner' })).userId)
    await owner.clients.transfer({ clientId, therapistId: userId, mayStayUnsigned: true })
    const work = { sessionId, activeMs: 1000, snippets: 0 }
    await expect(api.review.count(work)).rejects.toMatchObject({ code: 'session_missing' })
    await expect((await world.as(userId)).review.count(work)).rejects.toMatchObject({ code: 'note_of_other' })
    expect(await storedFigures(sessionId)).toBeUndefined()
  })
})

describe('a signature', () => {
  test('a signature stores the figures of the work on the note, and only its author sees them', async () => {
    const sessionId = await signer.draft()
    await addIncrement(sessionId, 4000, 2)
    const sections = ['Subjective', 'Objective', 'Assessment', 'Plan'].map((title) => ({
      title,
      content: title === 'Plan' ? 'Plan: sleep diary.' : `${title} as observed.`,
    }))
    await signer.api.notes.save({ sessionId, baseVersion: 1, noteType: 'SOAP', sections })
    const unsigned = await signer.api.signatures.get({ sessionId })
    expect(unsigned.figures).toBeNull()
    const signed = await sign(signer.api, sessionId)
    // 'as observed' became 'sleep diary': 4 of 12 words.
    const figures = { minutesToSign: 0, activeSeconds: 4, items: 0, changedPercent: 33, snippets: 2 }
    expect(signed.figures).toEqual(figures)
    expect(await signer.api.workQueue.get()).toMatchObject({ organization: null })
    const { userId } = await buildMember(world, { organizationId: signer.organizationId, role: 'owner' })
    const owner = await world.as(userId)
    expect((await owner.signatures.get({ sessionId })).figures).toBeNull()
    expect((await owner.workQueue.get()).figures).toBeNull()
    const { rows } = await sql<{ row: string }>`select to_jsonb(f)::text as row from review_figures f`.execute(world.db)
    expect(rows.map(({ row }) => row).join(' ')).not.toMatch(/observed|sleep/)
  })

  test('a second signature after an unlocking replaces the figures of the first signature', async () => {
    const sessionId = await signer.draft()
    await sign(signer.api, sessionId)
    await signer.api.signatures.unlock({ sessionId, reason: 'A word is missing.' })
    await addIncrement(sessionId, 3000)
    const signed = await sign(signer.api, sessionId)
    expect(signed.figures).toMatchObject({ changedPercent: 0 })
    expect(await storedFigures(sessionId)).toMatchObject({ word_count: 12, changed_word_count: 0 })
  })
})

describe('averages of an organization', () => {
  /** Signs a note of a new therapist, with times as if signed some days ago, some minutes after its first version. */
  async function signNoteOfNewTherapist(
    organizationId: string,
    minutes: number,
    daysAgo = 10,
    isMeasured = true,
  ): Promise<Api> {
    const author = await buildSigner(world, { organizationId })
    const sessionId = await author.draft()
    await sign(author.api, sessionId)
    const signedAt = new Date(Date.now() - daysAgo * 86_400_000)
    const readyAt = new Date(signedAt.getTime() - minutes * 60_000)
    await world.db
      .updateTable('review_figures')
      .set({ signed_at: signedAt, ready_at: readyAt, active_ms: isMeasured ? minutes * 1000 : 0 })
      .where('session_id', '=', sessionId)
      .execute()
    return author.api
  }
  async function ownerOf(organizationId: string): Promise<Api> {
    return await world.as((await buildMember(world, { organizationId, role: 'owner' })).userId)
  }

  test('the owner sees averages only of figures that five members have, without the lowest and the highest value', async () => {
    const { id } = await buildOrganization(world)
    const owner = await ownerOf(id)
    const averages = async () => (await owner.workQueue.get()).organization?.figures
    for (const [at, minutes] of [10, 21, 30, 42, 600].entries()) {
      expect(await averages()).toMatchObject({ minutesToSign: null, activeSeconds: null, items: null })
      const api = await signNoteOfNewTherapist(id, minutes, 10, at > 0)
      expect((await api.workQueue.get()).figures).toMatchObject({ minutesToSign: minutes })
    }
    // Only four members have active time, so it has no average.
    expect(await averages()).toMatchObject({ minutesToSign: 31, activeSeconds: null, items: 0 })
    await signNoteOfNewTherapist(id, 50)
    expect(await averages()).toMatchObject({ minutesToSign: 36, activeSeconds: 41 })
  })

  test('averages exclude notes that were signed this week, or more than 90 days before this week', async () => {
    const { id } = await buildOrganization(world)
    const owner = await ownerOf(id)
    for (const daysAgo of [10, 10, 10, 10, 0, 100]) await signNoteOfNewTherapist(id, 30, daysAgo)
    expect((await owner.workQueue.get()).organization?.figures).toMatchObject({ minutesToSign: null })
  })

  test('admins, supervisors, therapists and owners of other organizations do not see the averages', async () => {
    const { id } = await buildOrganization(world)
    for (const minutes of [10, 20, 30, 40, 50]) await signNoteOfNewTherapist(id, minutes)
    expect((await (await ownerOf(id)).workQueue.get()).organization?.figures).toMatchObject({ minutesToSign: 30 })
    for (const role of ['admin', 'supervisor', 'therapist'] as const) {
      const api = await world.as((await buildMember(world, { organizationId: id, role })).userId)
      expect((await api.workQueue.get()).organization?.figures ?? null).toBeNull()
    }
    const stranger = await ownerOf((await buildOrganization(world)).id)
    expect((await stranger.workQueue.get()).organization?.figures).toMatchObject({ minutesToSign: null })
  })
})
