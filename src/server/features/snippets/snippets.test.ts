import { ORPCError } from '@orpc/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildClient, buildSession, buildUser } from '#test/build.ts'
import { buildClinic, type Clinic } from '#test/clinic.ts'
import { createWorld, type World } from '#test/world.ts'

const mse = { trigger: 'mse-wnl', body: 'Oriented in all spheres. {cursor}', isShared: false }
const shared = { ...mse, isShared: true }

let world: World
let clinic: Clinic

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  clinic = await buildClinic(world)
})

const failure = (code: string) => expect.objectContaining({ code })

describe('own snippets', () => {
  test('a user can add, change and delete own snippets, which no other user can see or change', async () => {
    const { snippets } = clinic.therapist
    const added = await snippets.add({ ...mse, trigger: ' MSE-wnl ' })
    expect(added).toEqual({ id: added.id, ...mse, canEdit: true, sharedBy: null })
    await snippets.add({ ...mse, trigger: 'a1' })
    // The same request after a lost response adds nothing.
    expect(await snippets.add(mse)).toMatchObject({ id: added.id })
    expect((await snippets.list()).items.map(({ trigger }) => trigger)).toEqual(['a1', 'mse-wnl'])
    for (const api of [clinic.supervisor, clinic.owner, clinic.colleague, clinic.otherOwner]) {
      expect((await api.snippets.list()).items).toEqual([])
      const snippet = { snippetId: added.id, trigger: 'mine', body: 'Mine.' }
      await expect(api.snippets.update(snippet)).rejects.toEqual(failure('snippet_missing'))
      await expect(api.snippets.delete(snippet)).rejects.toEqual(failure('snippet_missing'))
    }
    const changed = await snippets.update({ snippetId: added.id, trigger: 'mse', body: 'Alert.' })
    expect(changed).toMatchObject({ id: added.id, trigger: 'mse', body: 'Alert.', isShared: false })
    await snippets.delete({ snippetId: added.id })
    await expect(snippets.delete({ snippetId: added.id })).rejects.toEqual(failure('snippet_missing'))
  })

  test('a user without an organization can add snippets but not share them', async () => {
    const soloUser = await world.as(await buildUser(world))
    expect(await soloUser.snippets.add(mse)).toMatchObject(mse)
    await expect(soloUser.snippets.add(shared)).rejects.toEqual(failure('no_organization'))
  })
})

describe('shared snippets', () => {
  test('shared snippets are read by all members, and changed only by their author and by owner and admins', async () => {
    const { id: snippetId } = await clinic.therapist.snippets.add(shared)
    const change = { snippetId, trigger: 'mse', body: 'Alert.' }
    for (const api of [clinic.colleague, clinic.supervisor]) {
      expect((await api.snippets.list()).items).toMatchObject([
        { id: snippetId, canEdit: false, sharedBy: 'Robin Hale' },
      ])
      await expect(api.snippets.update(change)).rejects.toEqual(failure('not_allowed'))
      await expect(api.snippets.delete(change)).rejects.toEqual(failure('not_allowed'))
    }
    expect((await clinic.otherOwner.snippets.list()).items).toEqual([])
    for (const api of [clinic.therapist, clinic.admin, clinic.owner])
      expect(await api.snippets.update(change)).toMatchObject({ trigger: 'mse', isShared: true, canEdit: true })
    await clinic.owner.snippets.delete({ snippetId })
    expect((await clinic.therapist.snippets.list()).items).toEqual([])
  })

  test('a change that is based on an older text of a shared snippet is refused', async () => {
    const { id: snippetId, trigger, body } = await clinic.therapist.snippets.add(shared)
    const before = { trigger, body }
    const change = { snippetId, before, trigger, body: 'Oriented. Speech was slow.' }
    await clinic.owner.snippets.update(change)
    // The same request after a lost response succeeds.
    expect(await clinic.owner.snippets.update(change)).toMatchObject({ body: change.body })
    for (const api of [clinic.therapist, clinic.admin])
      await expect(api.snippets.update({ ...change, body: 'Oriented in all spheres!' })).rejects.toMatchObject({
        code: 'snippet_conflict',
        status: 409,
        message:
          'This snippet was changed elsewhere in the meantime. Copy your text, then open the snippet again to see the changes.',
      })
    expect((await clinic.colleague.snippets.list()).items).toMatchObject([{ trigger, body: change.body }])
    const again = { ...change, before: { trigger, body: change.body }, trigger: 'status' }
    expect(await clinic.therapist.snippets.update(again)).toMatchObject({ trigger: 'status' })
    for (const api of [clinic.colleague, clinic.supervisor])
      await expect(api.snippets.update(again)).rejects.toEqual(failure('not_allowed'))
    await expect(clinic.otherOwner.snippets.update(again)).rejects.toEqual(failure('snippet_missing'))
  })

  test('a deleted snippet is restored for its author, and only by those who may delete it', async () => {
    const { id: snippetId } = await clinic.therapist.snippets.add(shared)
    await clinic.owner.snippets.delete({ snippetId })
    await expect(clinic.therapist.snippets.update({ snippetId, trigger: 'a1', body: 'A.' })).rejects.toEqual(
      failure('snippet_missing'),
    )
    for (const api of [clinic.colleague, clinic.supervisor])
      await expect(api.snippets.restore({ snippetId })).rejects.toEqual(failure('not_allowed'))
    for (const api of [clinic.otherOwner, await world.as(await buildUser(world))])
      await expect(api.snippets.restore({ snippetId })).rejects.toEqual(failure('snippet_missing'))
    expect(await clinic.owner.snippets.restore({ snippetId })).toMatchObject({ ...shared, sharedBy: 'Robin Hale' })
    expect(await clinic.admin.snippets.restore({ snippetId })).toMatchObject({ id: snippetId })
    expect((await clinic.therapist.snippets.list()).items).toMatchObject([
      { id: snippetId, canEdit: true, sharedBy: null },
    ])
    expect((await clinic.colleague.snippets.list()).items).toMatchObject([{ canEdit: false, sharedBy: 'Robin Hale' }])
  })

  test('a deleted snippet is not restored if its trigger was used again, or after 30 days', async () => {
    const { snippets } = clinic.therapist
    const { id: snippetId } = await snippets.add(shared)
    await snippets.delete({ snippetId })
    const { id: second } = await clinic.colleague.snippets.add({ ...shared, body: 'Another text.' })
    await expect(snippets.restore({ snippetId })).rejects.toEqual(failure('snippet_trigger_taken'))
    await clinic.colleague.snippets.delete({ snippetId: second })
    const deletedAt = new Date(Date.now() - 30.5 * 86_400_000)
    await world.db.updateTable('snippets').set({ deleted_at: deletedAt }).where('id', '=', snippetId).execute()
    await expect(snippets.restore({ snippetId })).rejects.toEqual(failure('snippet_missing'))
    const { id: own } = await snippets.add(mse)
    await snippets.delete({ snippetId: own })
    const rows = await world.db
      .selectFrom('snippets')
      .where('id', 'in', [snippetId, own, second])
      .select('id')
      .execute()
    expect(rows.map(({ id }) => id).toSorted()).toEqual([own, second].toSorted())
  })

  test('shared snippets stay with the organization if the member who shared them leaves', async () => {
    await clinic.therapist.snippets.add(shared)
    await clinic.therapist.snippets.add({ ...mse, trigger: 'own' })
    await clinic.owner.members.remove({ userId: clinic.therapistId })
    expect((await clinic.colleague.snippets.list()).items).toMatchObject([{ trigger: 'mse-wnl' }])
    expect((await clinic.therapist.snippets.list()).items).toMatchObject([{ trigger: 'own' }])
  })
})

describe('triggers', () => {
  test('snippet triggers are unique for each user and each organization, but an own and a shared trigger may be equal', async () => {
    const { snippets } = clinic.therapist
    await snippets.add(mse)
    await snippets.add(shared)
    await clinic.colleague.snippets.add(mse)
    const other = { ...mse, body: 'Drowsy.' }
    await expect(snippets.add(other)).rejects.toEqual(failure('snippet_trigger_taken'))
    await expect(clinic.colleague.snippets.add(shared)).rejects.toEqual(failure('snippet_trigger_taken'))
    for (const isShared of [false, true]) {
      const { id: snippetId } = await snippets.add({ ...mse, trigger: 'plan', isShared })
      const taken = snippets.update({ snippetId, trigger: 'mse-wnl', body: 'Alert.' })
      await expect(taken).rejects.toEqual(failure('snippet_trigger_taken'))
      expect(await snippets.update({ snippetId, trigger: 'plan', body: 'Same.' })).toMatchObject({ body: 'Same.' })
    }
  })

  test('a new snippet is rejected if the user, or for a shared one the organization, already has 500', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => ({
      owner_id: clinic.therapistId,
      organization_id: clinic.organizationId,
      trigger: `s${at}`,
      body: 'Alert.',
    }))
    await world.db.insertInto('snippets').values(rows).execute()
    await expect(clinic.colleague.snippets.add(shared)).rejects.toEqual(failure('snippets_too_many'))
    const own = await clinic.therapist.snippets.add(mse)
    await clinic.owner.snippets.delete({
      snippetId: (await clinic.owner.snippets.list()).items.find(({ isShared }) => isShared)?.id ?? '',
    })
    expect(await clinic.colleague.snippets.add(shared)).toMatchObject({ ...shared, canEdit: true })
    expect((await clinic.therapist.snippets.list()).items).toContainEqual(expect.objectContaining({ id: own.id }))
  })

  test.each(['a', 'a'.repeat(21), 'mse wnl', 'mse;', 'überblick', ''])(
    'a snippet with the trigger %j is rejected',
    async (trigger) => {
      await expect(clinic.therapist.snippets.add({ ...mse, trigger })).rejects.toEqual(failure('input_invalid'))
    },
  )

  test('a snippet whose body is empty, too long, or names an unknown variable is rejected', async () => {
    const { snippets } = clinic.therapist
    for (const body of ['  ', 'a'.repeat(4001), '{score:PHQ-9}', '{Client}'])
      await expect(snippets.add({ ...mse, body })).rejects.toEqual(failure('input_invalid'))
    expect((await snippets.add({ ...mse, body: 'a'.repeat(4000) })).body).toHaveLength(4000)
  })
})

test('the sentences of a note without a transcript, such as those of a snippet, get the check clinician', async () => {
  const { id: clientId } = await buildClient(world, { therapistId: clinic.therapistId })
  const { id: sessionId } = await buildSession(world, { clientId })
  const sections = [{ title: 'Objective', content: 'Oriented in all spheres. Speech was normal.' }]
  await clinic.therapist.notes.save({ sessionId, baseVersion: 0, noteType: 'SOAP', sections })
  const { note } = await clinic.therapist.notes.get({ sessionId })
  const checks = note.sections.flatMap(({ statements }) => statements.map(({ check }) => check))
  expect(checks).toEqual(['clinician', 'clinician'])
})

test('changes of snippets are audited without the text', async () => {
  const { snippets } = clinic.therapist
  const { id: snippetId } = await snippets.add({ ...shared, body: 'A text-4f1d.' })
  await snippets.update({ snippetId, trigger: 'mse', body: 'A text-4f1d.' })
  await snippets.delete({ snippetId })
  await snippets.restore({ snippetId })
  const events = await world.db
    .selectFrom('audit_events')
    .where('resource_id', '=', snippetId)
    .orderBy('seq')
    .selectAll()
    .execute()
  const common = { resource_type: 'snippet', actor_id: clinic.therapistId, organization_id: clinic.organizationId }
  expect(events).toMatchObject([
    { action: 'snippet.added', details: { shared: true }, ...common },
    { action: 'snippet.changed', details: {}, ...common },
    { action: 'snippet.deleted', details: {}, ...common },
    { action: 'snippet.restored', details: {}, ...common },
  ])
  const trail = await clinic.owner.audit.ofOrganization({})
  expect(trail.items.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['Added a snippet', 'Changed a snippet', 'Deleted a snippet', 'Restored a snippet']),
  )
  expect(JSON.stringify([events, trail])).not.toContain('text-4f1d')
})

const codeOf = (error: unknown): unknown => (error instanceof ORPCError ? error.code : error)

test('of two snippets that get the same trigger at the same time, the second keeps its own', async () => {
  const { snippets } = clinic.therapist
  const add = (trigger: string, isShared: boolean) => snippets.add({ trigger, body: 'text', isShared })
  for (const isShared of [true, false]) {
    const taken = `pair${isShared ? 's' : 'o'}`
    const two = [await add(`${taken}1`, isShared), await add(`${taken}2`, isShared)]
    const changes = two.map(({ id }) => snippets.update({ snippetId: id, trigger: taken, body: 'changed' }))
    const outcomes = await Promise.allSettled([...changes, add(taken, isShared)])
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? codeOf(outcome.reason) : 'saved'))
    expect(codes.filter((code) => code === 'saved')).toHaveLength(1)
    expect(codes.filter((code) => code === 'snippet_trigger_taken')).toHaveLength(2)
  }
})
