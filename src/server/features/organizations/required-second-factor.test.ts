import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, signUpConfirmed } from '#test/accounts.ts'
import { createAuthenticatorKey } from '#test/authenticator-key.ts'
import { type Browser, createMailWorld, openBrowser } from '#test/browser.ts'
import { buildClient, buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { secretIn } from '#test/invitations.ts'
import { putLive, spokenWebm } from '#test/live.ts'
import { viewAs } from '#test/viewing.ts'
import type { World } from '#test/world.ts'

let world: World

beforeAll(async () => {
  ;({ world } = await createMailWorld())
})
afterAll(() => world.close())

/** Marks all current sign-ins of a user as verified by a second factor. */
async function setSecondFactor(userId: string) {
  await world.db.updateTable('users').set({ two_factor_enabled: true }).where('id', '=', userId).execute()
  await world.db
    .updateTable('auth_sessions')
    .set({ second_factor_at: new Date() })
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Creates a clinic with a therapist, their supervisor, an admin and a client of the therapist. Only the owner has a
 * second factor.
 */
async function newClinic() {
  const { id, ownerId } = await buildOrganization(world)
  const { userId: supervisor } = await buildMember(world, { organizationId: id, role: 'supervisor' })
  const { userId: therapist } = await buildMember(world, { organizationId: id, managedBy: supervisor })
  const { userId: admin } = await buildMember(world, { organizationId: id, role: 'admin' })
  const client = await buildClient(world, { therapistId: therapist, organizationId: id })
  const owner = await world.as(ownerId)
  await setSecondFactor(ownerId)
  return { id, ownerId, owner, supervisor, therapist, admin, clientId: client.id }
}

const actionsIn = async (organizationId: string) => {
  const events = world.db.selectFrom('audit_events').where('organization_id', '=', organizationId).orderBy('at')
  return (await events.select('action').execute()).map(({ action }) => action)
}

describe('requiring a second factor', () => {
  test('only an owner or admin who has entered a second factor can require a second factor of all members', async () => {
    const clinic = await newClinic()
    for (const userId of [clinic.therapist, clinic.supervisor])
      await expect(
        (await world.as(userId)).organizations.requireSecondFactor({ isRequired: true }),
      ).rejects.toMatchObject({ code: 'not_allowed' })
    const admin = await world.as(clinic.admin)
    await expect(admin.organizations.requireSecondFactor({ isRequired: true })).rejects.toMatchObject({
      code: 'second_factor_missing',
    })
    expect(await clinic.owner.organizations.requireSecondFactor({ isRequired: true })).toMatchObject({
      requiresSecondFactor: true,
    })
    expect(await clinic.owner.organizations.requireSecondFactor({ isRequired: true })).toMatchObject({
      requiresSecondFactor: true,
    })
    expect(await clinic.owner.organizations.requireSecondFactor({ isRequired: false })).toMatchObject({
      requiresSecondFactor: false,
    })
    expect(await actionsIn(clinic.id)).toEqual([
      'organization.second_factor_required',
      'organization.second_factor_optional',
    ])
  })

  test('a required second factor closes the organization to sign-ins without a second factor, and no other organization', async () => {
    const clinic = await newClinic()
    const apis = await Promise.all(
      [clinic.therapist, clinic.supervisor, clinic.admin].map((userId) => world.as(userId)),
    )
    for (const api of apis) expect((await api.clients.list({})).items).toHaveLength(1)
    await clinic.owner.organizations.requireSecondFactor({ isRequired: true })
    for (const api of apis) {
      for (const call of [
        () => api.clients.list({}),
        () => api.clients.get({ clientId: clinic.clientId }),
        () => api.members.list({}),
        () => api.notices.list(),
        () => api.accounts.update({ firstName: 'Sly' }),
      ])
        await expect(call()).rejects.toMatchObject({ code: 'second_factor_required', status: 403 })
      expect(await api.accounts.me()).toMatchObject({ closedOrganization: 'Northside Clinic', organization: null })
      expect(await api.accounts.signIns()).toBeTruthy()
    }
    expect((await clinic.owner.clients.list({})).items).toHaveLength(1)
    const other = await newClinic()
    expect((await (await world.as(other.therapist)).clients.list({})).items).toHaveLength(1)
  })

  test('a member of a closed organization can switch to another of their organizations', async () => {
    const [clinic, other] = [await newClinic(), await newClinic()]
    await buildMember(world, { organizationId: other.id, userId: clinic.therapist })
    const api = await world.as(clinic.therapist)
    await api.organizations.switch({ organizationId: clinic.id })
    await clinic.owner.organizations.requireSecondFactor({ isRequired: true })
    expect(await api.accounts.me()).toMatchObject({ closedOrganization: 'Northside Clinic' })
    expect(await api.organizations.mine()).toMatchObject([{ organizationId: other.id, isCurrent: false }])
    expect(await api.organizations.switch({ organizationId: other.id })).toMatchObject([
      { organizationId: other.id, isCurrent: true },
    ])
    expect(await actionsIn(other.id)).toEqual(['organization.entered'])
    expect(await api.accounts.me()).toMatchObject({ closedOrganization: null, organization: { id: other.id } })
    expect((await api.clients.list({})).items).toEqual([])
    await expect(api.clients.get({ clientId: clinic.clientId })).rejects.toMatchObject({ code: 'client_missing' })
  })

  test('an owner without the required second factor does not rename the closed organization by a new clinic name', async () => {
    const clinic = await newClinic()
    await clinic.owner.organizations.requireSecondFactor({ isRequired: true })
    const other = await buildOrganization(world)
    await buildMember(world, { organizationId: other.id, userId: clinic.ownerId })
    await clinic.owner.organizations.switch({ organizationId: other.id })
    const withoutFactor = await world.as(clinic.ownerId)
    expect(await withoutFactor.accounts.update({ clinicName: 'Taken' })).toMatchObject({ clinicName: 'Taken' })
    const nameOf = async (id: string) =>
      (await world.db.selectFrom('organizations').where('id', '=', id).select('name').executeTakeFirstOrThrow()).name
    expect([await nameOf(clinic.id), await nameOf(other.id)]).toEqual(['Northside Clinic', 'Northside Clinic'])
  })

  test('the database closes an organization to sign-ins without the required second factor', async () => {
    const clinic = await newClinic()
    await clinic.owner.organizations.requireSecondFactor({ isRequired: true })
    for (const userId of [clinic.therapist, clinic.supervisor, clinic.admin]) {
      const queries = [
        'select count(*)::int as n from clients',
        'select count(*)::int as n from organization_members',
        'select count(*)::int as n from app.supervised()',
        `select app.rename_organization('${clinic.id}', 'Taken') as n`,
      ]
      expect(await queryAsWeb(userId, false, queries)).toEqual([0, 0, 0, 'not_allowed'])
      expect((await queryAsWeb(userId, true, queries)).slice(0, 2)).toEqual([1, 4])
    }
  })

  test('a member who gives the required second factor gets access, and a member who removes the factor loses access', async () => {
    const { browser, id: userId } = await signUpNamed()
    const clinic = await newClinic()
    await buildMember(world, { organizationId: clinic.id, userId })
    await clinic.owner.organizations.requireSecondFactor({ isRequired: true })
    expect((await browser.get('/api/notices')).body).toMatchObject({ code: 'second_factor_required' })
    const key = createAuthenticatorKey({ origin: world.url })
    expect((await addPasskey(browser, key)).status).toBe(200)
    expect((await browser.get('/api/notices')).status).toBe(200)
    const { name } = await clinic.owner.organizations.get()
    expect((await browser.get('/api/me/second-factor')).body).toMatchObject({
      isGiven: true,
      requiredBy: [name],
    })
    await world.db.deleteFrom('auth_passkeys').where('user_id', '=', userId).execute()
    expect((await browser.get('/api/notices')).body).toMatchObject({ code: 'second_factor_required' })
  })

  test('a member without the required second factor can sign other devices out', async () => {
    const clinic = await newClinic()
    const [here, ...others] = [
      await world.as(clinic.therapist),
      await world.as(clinic.therapist),
      await world.as(clinic.therapist),
    ]
    await clinic.owner.organizations.requireSecondFactor({ isRequired: true })
    const { items } = await here.accounts.signIns()
    const other = items.find(({ isCurrent }) => !isCurrent)
    expect((await here.accounts.signOutDevice({ signInId: other?.id ?? '' })).items).toHaveLength(2)
    expect(await here.accounts.signOutElsewhere()).toEqual({ ended: 1 })
    for (const api of others) await expect(api.accounts.me()).rejects.toMatchObject({ code: 'not_signed_in' })
    const events = world.db.selectFrom('audit_events').where('chain', '=', clinic.therapist)
    expect(await events.select(['action', 'organization_id']).orderBy('seq').execute()).toEqual(
      Array.from({ length: 2 }, () => ({ action: 'account.devices_signed_out', organization_id: null })),
    )
  })

  test('a new member of an organization that requires a second factor joins with their name and profile', async () => {
    const clinic = await newClinic()
    await clinic.owner.organizations.requireSecondFactor({ isRequired: true })
    const email = `${randomUUID()}@example.test`
    const userId = await buildUser(world, { email, firstName: '', lastName: '' })
    const { link } = await clinic.owner.invitations.send({ email, role: 'therapist' })
    const api = await world.as(userId)
    const profile = { firstName: 'Ada', lastName: 'Moss', credentials: 'MA', isPrelicensed: true }
    expect(await api.invitations.join({ secret: secretIn(link), profile })).toEqual({ organizationId: clinic.id })
    expect(await api.accounts.me()).toMatchObject({ ...profile, closedOrganization: 'Northside Clinic' })
    const practices = world.db.selectFrom('organizations').where('owner_id', '=', userId)
    expect(await practices.select('id').execute()).toEqual([])
  })

  test('an attacker who knows only the password gets no access and cannot change the sign-in methods', async () => {
    const { browser, email, id: userId } = await signUpNamed()
    const clinic = await newClinic()
    await buildMember(world, { organizationId: clinic.id, userId })
    const key = createAuthenticatorKey({ origin: world.url })
    await addPasskey(browser, key)
    await clinic.owner.organizations.requireSecondFactor({ isRequired: true })
    const attacker = openBrowser(world)
    await attacker.post('/api/auth/sign-in/email', { email, password })
    expect((await attacker.get('/api/notices')).body).toMatchObject({ code: 'second_factor_required' })
    const [passkey] = await world.db.selectFrom('auth_passkeys').where('user_id', '=', userId).select('id').execute()
    const rejections = [
      await attacker.post('/api/auth/two-factor/enable', { password }),
      await attacker.post('/api/auth/passkey/delete-passkey', { id: passkey?.id, password }),
      await attacker.post('/api/auth/credentials/password', { password, newPassword: 'seven amber lanterns drift' }),
      await attacker.post('/api/auth/credentials/email', { password, email: 'thief@example.test' }),
      await addPasskey(attacker, createAuthenticatorKey({ origin: world.url })),
    ]
    for (const rejection of rejections)
      expect(rejection).toMatchObject({ status: 403, body: { code: 'second_factor_missing' } })
    expect((await attacker.get('/api/notices')).body).toMatchObject({ code: 'second_factor_required' })
    // Without a second factor, the user can still ask for the options of a passkey.
    const challenge = String((await attacker.get('/api/auth/passkey/generate-authenticate-options')).body['challenge'])
    await attacker.post('/api/auth/passkey/verify-authentication', { response: key.authenticate(challenge) })
    expect((await attacker.get('/api/notices')).status).toBe(200)
  })

  test('a required second factor ends viewing as another user if the viewer has no second factor', async () => {
    const clinic = await newClinic()
    const viewer = await viewAs(world, clinic.admin, clinic.therapist)
    await clinic.owner.organizations.requireSecondFactor({ isRequired: true })
    await expect(viewer.clients.list({})).rejects.toMatchObject({ code: 'second_factor_required' })
  })

  test('a required second factor lets a recording in progress continue and rejects new recordings', async () => {
    const clinic = await newClinic()
    const headers = await world.headersOf(clinic.therapist)
    const api = await world.as(clinic.therapist)
    const { sessionId } = await api.recordings.start({ clientId: clinic.clientId, requestId: randomUUID() })
    await clinic.owner.organizations.requireSecondFactor({ isRequired: true })
    const bytes = await spokenWebm()
    expect(await putLive({ world, headers }, sessionId, { bytes, n: 0 })).toMatchObject({ status: 200 })
    const later = await world.as(clinic.therapist)
    await expect(later.recordings.live({ sessionId })).rejects.toMatchObject({ code: 'second_factor_required' })
    expect(await api.recordings.end({ sessionId, chunks: 1 })).toEqual({ sessionId })
    await expect(api.clients.list({})).rejects.toMatchObject({ code: 'second_factor_required' })
    await expect(api.recordings.start({ clientId: clinic.clientId, requestId: randomUUID() })).rejects.toMatchObject({
      code: 'second_factor_required',
    })
  })

  test('a recording that never ends opens the organization for at most twelve hours after its start', async () => {
    const clinic = await newClinic()
    const api = await world.as(clinic.therapist)
    const { sessionId } = await api.recordings.start({ clientId: clinic.clientId, requestId: randomUUID() })
    await clinic.owner.organizations.requireSecondFactor({ isRequired: true })
    const hours = async (sinceStart: number) => {
      const at = (before: number) => new Date(Date.now() - before * 3_600_000)
      const { db } = world
      const [required, signedIn] = [{ second_factor_since: at(sinceStart - 1) }, { created_at: at(sinceStart + 1) }]
      await db.updateTable('organizations').set(required).where('id', '=', clinic.id).execute()
      await db.updateTable('auth_sessions').set(signedIn).where('user_id', '=', clinic.therapist).execute()
      const begun = db.updateTable('live_recordings').set({ created_at: at(sinceStart) })
      await begun.where('session_id', '=', sessionId).execute()
    }
    await hours(11.9)
    expect(await api.clients.list({})).toMatchObject({ items: [{ id: clinic.clientId }] })
    await hours(12.1)
    await expect(api.clients.list({})).rejects.toMatchObject({ code: 'second_factor_required' })
  })
})

/** Signs up a user with a name and without a practice, as after an accepted invitation. */
async function signUpNamed() {
  const account = await signUpConfirmed(world)
  const name = { first_name: 'Robin', last_name: 'Hale' }
  await world.db.updateTable('users').set(name).where('id', '=', account.id).execute()
  return account
}

async function addPasskey(browser: Browser, key: ReturnType<typeof createAuthenticatorKey>) {
  const challenge = String((await browser.get('/api/auth/passkey/generate-register-options')).body['challenge'])
  return browser.post('/api/auth/passkey/verify-registration', {
    response: key.register(challenge),
    name: 'Laptop',
    password,
  })
}

/** Runs queries as the role app_web in the scope of a new sign-in. Returns the column `n` of each result. */
async function queryAsWeb(userId: string, hasFactor: boolean, queries: string[]): Promise<unknown[]> {
  const token = randomUUID()
  const expires = new Date(Date.now() + 60_000)
  const secondFactorAt = hasFactor ? new Date() : null
  await world.db.updateTable('users').set({ two_factor_enabled: hasFactor }).where('id', '=', userId).execute()
  const signIn = { user_id: userId, token, expires_at: expires, second_factor_at: secondFactorAt }
  await world.db.insertInto('auth_sessions').values(signIn).execute()
  const client = new pg.Client({ connectionString: world.urls.app_web })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select app.enter_session($1, $2, $3)', [token, '', ''])
    const results: unknown[] = []
    for (const query of queries) results.push((await client.query<{ n: unknown }>(query)).rows[0]?.n)
    return results
  } finally {
    await client.end()
  }
}
