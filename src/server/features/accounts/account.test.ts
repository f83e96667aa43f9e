import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function createUserWithoutOrganization(): Promise<{ api: Api; id: string }> {
  const id = await buildUser(world, { firstName: '', lastName: '' })
  return { api: await world.as(id), id }
}

/** Counts the renames by the user in the audit trails of organizations that the user owns. */
async function countRenames(userId: string): Promise<number> {
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

describe('organization created at sign-up', () => {
  test('the organization created at sign-up gets the name of the user', async () => {
    const { api } = await createUserWithoutOrganization()
    expect(await api.accounts.update({ firstName: 'Robin', lastName: 'Hale' })).toMatchObject({
      firstName: 'Robin',
      organization: { name: "Robin Hale's Practice", role: 'owner' },
    })
  })

  test('the sign-up organization is renamed when the user sets a clinic name', async () => {
    const { api, id } = await createUserWithoutOrganization()
    await api.accounts.update({ firstName: 'Robin', lastName: 'Hale' })
    expect(await api.accounts.update({ clinicName: 'Harbour Clinic' })).toMatchObject({
      clinicName: 'Harbour Clinic',
      organization: { name: 'Harbour Clinic' },
    })
    expect(await api.accounts.update({ clinicName: 'Harbour Group' })).toMatchObject({
      organization: { name: 'Harbour Group' },
    })
    expect(await countRenames(id)).toBe(2)
  })

  test('the sign-up organization keeps its name when the clinic name is cleared or saved unchanged', async () => {
    const { api, id } = await createUserWithoutOrganization()
    await api.accounts.update({ firstName: 'Robin', lastName: 'Hale', clinicName: 'Harbour Clinic' })
    await api.organizations.rename({ name: 'Harbour Group' })
    for (const clinicName of ['Harbour Clinic', '']) {
      expect(await api.accounts.update({ clinicName })).toMatchObject({
        clinicName,
        organization: { name: 'Harbour Group' },
      })
    }
    expect(await countRenames(id)).toBe(1)
  })

  test('the sign-up organization is created only once by parallel requests', async () => {
    const { api, id } = await createUserWithoutOrganization()
    await Promise.all(Array.from({ length: 6 }, () => api.accounts.update({ firstName: 'Robin', lastName: 'Hale' })))
    const made = await world.db.selectFrom('organizations').where('owner_id', '=', id).selectAll().execute()
    expect(made).toHaveLength(1)
  })

  test('the sign-up organization is not created before both names are set', async () => {
    const { api } = await createUserWithoutOrganization()
    expect((await api.accounts.update({ firstName: 'Robin' })).organization).toBeNull()
  })
})

test('the clinic name in a member’s profile does not rename the organization', async () => {
  const organization = await buildOrganization(world, { name: 'Northside Clinic' })
  const { userId } = await buildMember(world, { organizationId: organization.id, role: 'admin' })
  const api = await world.as(userId)
  expect(await api.accounts.update({ clinicName: 'Mine' })).toMatchObject({
    clinicName: 'Mine',
    organization: { name: 'Northside Clinic', role: 'admin' },
  })
})

test('changing the phone number does not create an organization for a removed member', async () => {
  const { userId } = await buildMember(world)
  await world.db.deleteFrom('organization_members').where('user_id', '=', userId).execute()
  const api = await world.as(userId)
  expect((await api.accounts.update({ phoneNumber: '555 0100' })).organization).toBeNull()
})

test('saving the clinic name creates an organization for a removed member', async () => {
  const { userId } = await buildMember(world)
  const api = await world.as(userId)
  await api.accounts.update({ clinicName: 'Harbour Clinic East' })
  await world.db.deleteFrom('organization_members').where('user_id', '=', userId).execute()
  expect(await api.accounts.update({ clinicName: 'Harbour Clinic East' })).toMatchObject({
    organization: { name: 'Harbour Clinic East', role: 'owner' },
  })
})

describe('changing an account', () => {
  test('changing an account returns the changed values', async () => {
    const { api } = await createUserWithoutOrganization()
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

  test('changing one notification keeps the others', async () => {
    const { api } = await createUserWithoutOrganization()
    await api.accounts.update({ notificationSettings: { lowSessionsRemaining: false } })
    expect(await api.accounts.update({ notificationSettings: { clientTransferred: false } })).toMatchObject({
      notificationSettings: { lowSessionsRemaining: false, homeworkCompleted: true, clientTransferred: false },
    })
  })

  test('all notifications are on by default', async () => {
    const { api } = await createUserWithoutOrganization()
    const all = { lowSessionsRemaining: true, homeworkCompleted: true, clientTransferred: true }
    expect((await api.accounts.me()).notificationSettings).toEqual(all)
  })

  // Node.js and PostgreSQL read the last three differently.
  test.each(['Nowhere/Land', '+05:30', 'PST', 'CET'])(
    'changing an account rejects the time zone %s',
    async (timeZone) => {
      const { api } = await createUserWithoutOrganization()
      await expect(api.accounts.update({ timeZone })).rejects.toMatchObject({
        code: 'time_zone_unknown',
        message: 'This time zone is not known. Choose one from the list.',
      })
    },
  )

  test('an account can have UTC and zones of the list, also under another name', async () => {
    const { api } = await createUserWithoutOrganization()
    for (const timeZone of ['UTC', 'GMT', 'America/New_York', 'Asia/Calcutta', 'Asia/Kolkata', 'Etc/GMT+5'])
      expect(await api.accounts.update({ timeZone })).toMatchObject({ timeZone })
  })

  test('an account change cannot set fields outside the form, such as role or email', async () => {
    const { id } = await createUserWithoutOrganization()
    const body = JSON.stringify({ firstName: 'A', role: 'admin', isActive: false, email: 'x@example.test', id: 'x' })
    const headers = { ...(await world.headersOf(id)), 'content-type': 'application/json' }
    await fetch(`${world.url}/api/me`, { method: 'PATCH', headers, body })
    const account = await world.db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    expect(account).toMatchObject({ first_name: 'A', role: 'user', is_active: true })
    expect(account.email).not.toBe('x@example.test')
  })

  test('changing an account removes invisible characters from names', async () => {
    const { api } = await createUserWithoutOrganization()
    const names = { firstName: '\u2066Robin\u2069', lastName: 'Ha\u200Ble', credentials: 'LC\u202ESW' }
    expect(await api.accounts.update(names)).toMatchObject({
      firstName: 'Robin',
      lastName: 'Hale',
      credentials: 'LCSW',
    })
  })

  test('changing an account reports an error for each invalid field', async () => {
    const { api } = await createUserWithoutOrganization()
    await expect(api.accounts.update({ firstName: 'x'.repeat(101), lastName: ' ' })).rejects.toMatchObject({
      code: 'input_invalid',
      data: { fields: { firstName: expect.any(String), lastName: 'Last name is required.' } },
    })
  })
})
