import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Somebody who has an account and nothing else yet. */
async function newcomer(): Promise<{ api: Api; id: string }> {
  const id = await buildUser(world, { firstName: '', lastName: '' })
  return { api: await world.as(id), id }
}

/** How often their organization's trail says that somebody renamed it. */
async function renamings(userId: string): Promise<number> {
  const events = await world.db
    .selectFrom('audit_events')
    .innerJoin('organizations', 'organizations.id', 'audit_events.organization_id')
    .where('organizations.owner_id', '=', userId)
    .where('action', '=', 'organization.renamed')
    .where('actor_id', '=', userId)
    .select('resource_id')
    .execute()
  return events.length
}

describe('the practice of somebody who signs up', () => {
  test('is named after the person', async () => {
    const { api } = await newcomer()
    expect(await api.accounts.update({ firstName: 'Robin', lastName: 'Hale' })).toMatchObject({
      firstName: 'Robin',
      organization: { name: "Robin Hale's Practice", role: 'owner' },
    })
  })

  test('is named after the clinic as soon as there is one', async () => {
    const { api, id } = await newcomer()
    await api.accounts.update({ firstName: 'Robin', lastName: 'Hale' })
    expect(await api.accounts.update({ clinicName: 'Harbour Clinic' })).toMatchObject({
      clinicName: 'Harbour Clinic',
      organization: { name: 'Harbour Clinic' },
    })
    expect(await api.accounts.update({ clinicName: 'Harbour Group' })).toMatchObject({
      organization: { name: 'Harbour Group' },
    })
    expect(await renamings(id)).toBe(2)
  })

  test('keeps its name when the clinic’s is emptied, or saved as it was', async () => {
    const { api, id } = await newcomer()
    await api.accounts.update({ firstName: 'Robin', lastName: 'Hale', clinicName: 'Harbour Clinic' })
    await api.organizations.rename({ name: 'Harbour Group' })
    for (const clinicName of ['Harbour Clinic', '']) {
      expect(await api.accounts.update({ clinicName })).toMatchObject({
        clinicName,
        organization: { name: 'Harbour Group' },
      })
    }
    expect(await renamings(id)).toBe(1)
  })

  test('is one, also when two requests make it at once', async () => {
    const { api, id } = await newcomer()
    await Promise.all(Array.from({ length: 6 }, () => api.accounts.update({ firstName: 'Robin', lastName: 'Hale' })))
    const made = await world.db.selectFrom('organizations').where('owner_id', '=', id).selectAll().execute()
    expect(made).toHaveLength(1)
  })

  test('waits for a whole name', async () => {
    const { api } = await newcomer()
    expect((await api.accounts.update({ firstName: 'Robin' })).organization).toBeNull()
  })
})

test('a clinic is not renamed by those who only work there', async () => {
  const organization = await buildOrganization(world, { name: 'Northside Clinic' })
  const { userId } = await buildMember(world, { organizationId: organization.id, role: 'admin' })
  const api = await world.as(userId)
  expect(await api.accounts.update({ clinicName: 'Mine' })).toMatchObject({
    clinicName: 'Mine',
    organization: { name: 'Northside Clinic', role: 'admin' },
  })
})

test('whoever was taken out of their clinic founds none by changing their phone number', async () => {
  const { userId } = await buildMember(world)
  await world.db.deleteFrom('organization_members').where('user_id', '=', userId).execute()
  const api = await world.as(userId)
  expect((await api.accounts.update({ phoneNumber: '555 0100' })).organization).toBeNull()
})

test('whoever was taken out of their clinic founds one by the name that their profile has', async () => {
  const { userId } = await buildMember(world)
  const api = await world.as(userId)
  await api.accounts.update({ clinicName: 'Harbour Clinic East' })
  await world.db.deleteFrom('organization_members').where('user_id', '=', userId).execute()
  expect(await api.accounts.update({ clinicName: 'Harbour Clinic East' })).toMatchObject({
    organization: { name: 'Harbour Clinic East', role: 'owner' },
  })
})

describe('changing an account', () => {
  test('answers what stands', async () => {
    const { api } = await newcomer()
    const changes = {
      phoneNumber: '555 0100',
      licenseType: 'Doctoral',
      defaultNoteType: 'DAP',
      notificationSettings: { lowSessionsRemaining: false, homeworkCompleted: true, clientTransferred: false },
      welcomeVideoSeen: true,
      timeZone: 'Europe/Berlin',
    } as const
    expect(await api.accounts.update(changes)).toMatchObject(changes)
    expect(await api.accounts.me()).toMatchObject(changes)
  })

  test('wishes for all notices until somebody says otherwise', async () => {
    const { api } = await newcomer()
    const all = { lowSessionsRemaining: true, homeworkCompleted: true, clientTransferred: true }
    expect((await api.accounts.me()).notificationSettings).toEqual(all)
  })

  test('refuses a time zone that does not exist', async () => {
    const { api } = await newcomer()
    await expect(api.accounts.update({ timeZone: 'Nowhere/Land' })).rejects.toMatchObject({
      code: 'time_zone_unknown',
      message: 'This time zone is not known. Choose one from the list.',
    })
  })

  test('reaches nothing beside the fields of the form', async () => {
    const { id } = await newcomer()
    const body = JSON.stringify({ firstName: 'A', role: 'admin', isActive: false, email: 'x@example.test', id: 'x' })
    const headers = { ...(await world.headersOf(id)), 'content-type': 'application/json' }
    await fetch(`${world.url}/api/me`, { method: 'PATCH', headers, body })
    const account = await world.db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    expect(account).toMatchObject({ first_name: 'A', role: 'user', is_active: true })
    expect(account.email).not.toBe('x@example.test')
  })

  test('says which field is too long', async () => {
    const { api } = await newcomer()
    await expect(api.accounts.update({ firstName: 'x'.repeat(101), lastName: ' ' })).rejects.toMatchObject({
      code: 'input_invalid',
      data: { fields: { firstName: expect.any(String), lastName: 'Last name is required.' } },
    })
  })
})
