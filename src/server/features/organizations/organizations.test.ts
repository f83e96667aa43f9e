import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClient, buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('current organization', () => {
  test('a member sees the current organization with their own role and the numbers of members', async () => {
    const { id, ownerId } = await buildOrganization(world, { name: 'Northside Clinic' })
    const { userId } = await buildMember(world, { organizationId: id, role: 'supervisor' })
    await buildMember(world, { organizationId: id, managedBy: userId })
    const owner = await world.as(ownerId)
    await owner.invitations.send({ email: 'guest@example.test', role: 'therapist' })
    const counts = { members: 3, owners: 1, admins: 0, supervisors: 1, therapists: 1, pendingInvitations: 1 }
    expect(await owner.organizations.get()).toEqual({
      id,
      name: 'Northside Clinic',
      requiresSecondFactor: false,
      role: 'owner',
      counts,
      isDemo: false,
    })
    expect(await (await world.as(userId)).organizations.get()).toMatchObject({ role: 'supervisor', counts })
  })

  test('a user without an organization sees no organization, members or invitations', async () => {
    const api = await world.as(await buildUser(world))
    await expect(api.organizations.get()).rejects.toMatchObject({
      code: 'no_organization',
      message: 'You are not a member of any organization.',
    })
    expect(await api.organizations.mine()).toEqual([])
    expect(await api.members.list()).toEqual({ items: [], former: [] })
    expect(await api.invitations.list()).toEqual([])
  })
})

describe('renaming an organization', () => {
  test('only owner and admin can rename an organization, and the change is audited', async () => {
    const { id, ownerId } = await buildOrganization(world)
    const admin = await buildMember(world, { organizationId: id, role: 'admin' })
    for (const [userId, name] of [
      [ownerId, 'Harbour Clinic'],
      [admin.userId, 'Riverside Clinic'],
    ] as const) {
      const api = await world.as(userId)
      expect(await api.organizations.rename({ name: ` ${name}\u202E ` })).toMatchObject({ id, name })
      expect((await api.accounts.me()).organization).toMatchObject({ name })
    }
    const events = world.db.selectFrom('audit_events').where('organization_id', '=', id).select(['action', 'actor_id'])
    expect(await events.orderBy('at').execute()).toEqual([
      { action: 'organization.renamed', actor_id: ownerId },
      { action: 'organization.renamed', actor_id: admin.userId },
    ])
    for (const role of ['supervisor', 'therapist'] as const) {
      const api = await world.as((await buildMember(world, { organizationId: id, role })).userId)
      await expect(api.organizations.rename({ name: 'Mine' })).rejects.toMatchObject({ code: 'not_allowed' })
    }
  })

  test('rejects renaming an organization to an empty name', async () => {
    const api = await world.as((await buildOrganization(world)).ownerId)
    await expect(api.organizations.rename({ name: '  ' })).rejects.toMatchObject({
      code: 'input_invalid',
      data: { fields: { name: 'Organization name is required.' } },
    })
    await expect(api.organizations.rename({ name: '\0' })).rejects.toMatchObject({ code: 'input_invalid' })
  })
})

describe('the vocabulary of an organization', () => {
  test('the owner can change the vocabulary, and the audit event does not contain its words', async () => {
    const { id, ownerId } = await buildOrganization(world)
    const api = await world.as(ownerId)
    expect(await api.organizations.vocabulary()).toEqual({ words: [] })
    const words = ['Sertraline', 'St. John’s wort', 'Zoë']
    expect(await api.organizations.changeVocabulary({ words: [' sertraline ', ...words], basedOn: [] })).toEqual({
      words,
    })
    expect(await api.organizations.vocabulary()).toEqual({ words })
    const events = world.db.selectFrom('audit_events').where('organization_id', '=', id).select(['action', 'details'])
    expect(await events.execute()).toEqual([{ action: 'organization.vocabulary_changed', details: { words: 3 } }])
  })

  test('the vocabulary that another admin has changed in the meantime is not replaced', async () => {
    const { ownerId } = await buildOrganization(world)
    const api = await world.as(ownerId)
    await api.organizations.changeVocabulary({ words: ['Maeve'], basedOn: [] })
    await expect(api.organizations.changeVocabulary({ words: ['Zoë'], basedOn: [] })).rejects.toMatchObject({
      code: 'vocabulary_changed',
      status: 409,
    })
    const both = { words: ['Maeve', 'Zoë'] }
    for (const _ of ['change', 'repetition after a lost response'])
      expect(await api.organizations.changeVocabulary({ ...both, basedOn: ['Maeve'] })).toEqual(both)
    expect(await api.organizations.changeVocabulary(both)).toEqual(both)
    expect(await api.organizations.changeVocabulary({ words: [], basedOn: both.words })).toEqual({ words: [] })
  })

  test.each([
    ['a character with a meaning in prompts', ['Maeve\nIgnore this']],
    ['a separator of hotwords', ['either/or']],
    ['a long word', ['x'.repeat(41)]],
    ['more words than engines read', Array.from({ length: 40 }, (_, i) => `a medication number ${i}`)],
    ['more than 100 words', Array.from({ length: 101 }, (_, i) => `w${i}`)],
  ])('the vocabulary of an organization rejects %s', async (_, words) => {
    const api = await world.as((await buildOrganization(world)).ownerId)
    await expect(api.organizations.changeVocabulary({ words, basedOn: [] })).rejects.toMatchObject({
      code: 'input_invalid',
    })
  })
})

describe('user in two organizations', () => {
  test('a user in two organizations acts in the other organization after switching', async () => {
    const own = await buildOrganization(world, { name: 'Own Practice' })
    const clinic = await buildOrganization(world, { name: 'Big Clinic' })
    await buildMember(world, { organizationId: clinic.id, userId: own.ownerId, role: 'therapist' })
    const mine = await buildClient(world, { therapistId: own.ownerId, organizationId: own.id })
    const api = await world.as(own.ownerId)
    expect(await api.organizations.mine()).toEqual([
      { organizationId: clinic.id, name: 'Big Clinic', role: 'therapist', isCurrent: false },
      { organizationId: own.id, name: 'Own Practice', role: 'owner', isCurrent: true },
    ])

    expect(await api.organizations.switch({ organizationId: clinic.id })).toMatchObject([
      { organizationId: clinic.id, isCurrent: true },
      { organizationId: own.id, isCurrent: false },
    ])
    expect((await api.accounts.me()).organization).toEqual({
      id: clinic.id,
      name: 'Big Clinic',
      role: 'therapist',
      isPrelicensed: false,
    })
    expect((await api.members.list()).items.map(({ userId }) => userId).toSorted()).toEqual(
      [clinic.ownerId, own.ownerId].toSorted(),
    )
    await expect(api.organizations.rename({ name: 'Mine' })).rejects.toMatchObject({ code: 'not_allowed' })
    // The user's records stay in their organization, and new clients belong to the current organization.
    expect(await api.clients.get({ clientId: mine.id })).toMatchObject({ id: mine.id })
    const details = { firstName: 'New', lastName: 'Client', pronouns: 'N/A', email: null, phone: null } as const
    const added = await api.clients.create(details)
    const storedClient = world.db.selectFrom('clients').where('id', '=', added.id).select('organization_id')
    expect(await storedClient.executeTakeFirst()).toEqual({ organization_id: clinic.id })
    const otherOwner = await world.as(clinic.ownerId)
    await expect(otherOwner.clients.get({ clientId: mine.id })).rejects.toMatchObject({ code: 'client_missing' })

    // A clinic name in the profile renames the user's own practice, also while the user acts in another organization.
    expect(await api.accounts.update({ clinicName: 'Quiet Practice' })).toMatchObject({
      organization: { name: 'Big Clinic' },
    })
    expect(await api.organizations.switch({ organizationId: own.id })).toMatchObject([
      { name: 'Big Clinic', isCurrent: false },
      { name: 'Quiet Practice', isCurrent: true },
    ])
  })

  test('a new clinic name in the profile renames the current organization if the user owns this organization', async () => {
    const first = await buildOrganization(world, { name: 'First' })
    const second = await buildOrganization(world, { name: 'Second', ownerId: first.ownerId })
    const api = await world.as(first.ownerId)
    await api.organizations.switch({ organizationId: second.id })
    await api.accounts.update({ clinicName: 'Second, renamed' })
    expect((await api.organizations.mine()).map(({ name }) => name)).toEqual(['First', 'Second, renamed'])
  })

  test('rejects switching to an organization of which the user is not a member', async () => {
    const { ownerId } = await buildOrganization(world)
    const other = await buildOrganization(world)
    const api = await world.as(ownerId)
    for (const organizationId of [other.id, '00000000-0000-4000-8000-000000000000', 'no-such-thing'])
      await expect(api.organizations.switch({ organizationId })).rejects.toMatchObject({ code: 'organization_unknown' })
  })

  test('a user acts in the remaining organization when the other membership ends', async () => {
    const own = await buildOrganization(world)
    const clinic = await buildOrganization(world)
    await buildMember(world, { organizationId: clinic.id, userId: own.ownerId })
    const api = await world.as(own.ownerId)
    await api.organizations.switch({ organizationId: clinic.id })
    await (await world.as(clinic.ownerId)).members.remove({ userId: own.ownerId })
    expect((await api.accounts.me()).organization).toMatchObject({ id: own.id, role: 'owner' })
  })
})
