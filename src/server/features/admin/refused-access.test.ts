import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, signUp } from '#test/accounts.ts'
import { createMailWorld, openBrowser } from '#test/browser.ts'
import { buildClient, buildMember, buildPlatformAdmin } from '#test/build.ts'
import { viewAs } from '#test/viewing.ts'
import type { Api, World } from '#test/world.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

let world: World
let admin: Api

beforeAll(async () => {
  ;({ world } = await createMailWorld())
  admin = (await buildPlatformAdmin(world)).api
})
afterAll(() => world.close())

async function newAccount() {
  const { email, id } = await signUp(world)
  return { email, id, api: await world.as(id) }
}

function signIn(email: string, given = 'wrong wrong wrong') {
  return openBrowser(world).post('/api/auth/sign-in/email', { email, password: given }, { 'user-agent': firefox })
}

const shownToAdmin = async (personId: string) =>
  (await admin.admin.listRefusedAccess()).filter(({ person }) => person?.id === personId)

describe('failed sign-in', () => {
  test('a failed sign-in is shown to the account holder and to platform admins, with device and address', async () => {
    const { email, id, api } = await newAccount()
    await signIn(email.toUpperCase())
    const shown = { reason: 'password', device: 'Firefox on Linux', ipAddress: '127.0.0.1' }
    expect(await api.accounts.listFailedSignIns()).toMatchObject([shown])
    expect(await shownToAdmin(id)).toMatchObject([{ ...shown, kind: 'sign_in', endpoint: null, person: { email } }])
    expect((await signIn(email, password)).status).toBe(200)
    expect(await api.accounts.listFailedSignIns()).toHaveLength(1)
  })

  test('a failed sign-in is hidden from colleagues, the owner, and users who view as the account holder', async () => {
    const { email, id } = await newAccount()
    const { organizationId } = await buildMember(world, { userId: id })
    const { userId: colleague } = await buildMember(world, { organizationId, role: 'supervisor' })
    const { userId: owner } = await buildMember(world, { organizationId, role: 'owner' })
    await signIn(email)
    for (const other of [colleague, owner]) {
      expect(await (await world.as(other)).accounts.listFailedSignIns()).toEqual([])
    }
    const { items } = await (await world.as(owner)).audit.ofOrganization({})
    expect(items.map(({ action }) => action)).not.toContain('account.sign_in_failed')
    expect(await (await viewAs(world, owner, id)).accounts.listFailedSignIns()).toEqual([])
  })

  test('a failed sign-in of a deactivated account shows its reason to platform admins, and the caller gets the usual response', async () => {
    const { email, id } = await newAccount()
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
    expect((await signIn(email, password)).body).toMatchObject({ code: 'login_failed' })
    expect(await shownToAdmin(id)).toMatchObject([{ reason: 'deactivated' }])
  })

  test('a failed sign-in with an unknown email is shown to platform admins without that email', async () => {
    const email = `${randomUUID()}@example.test`
    await signIn(email)
    const shown = await admin.admin.listRefusedAccess()
    expect(shown).toContainEqual(expect.objectContaining({ reason: 'unknown_account', person: null }))
    const events = await world.db.selectFrom('audit_events').select('details').execute()
    expect(JSON.stringify([shown, events])).not.toContain(email)
  })

  test('a failed sign-in is recorded at most 20 times per hour and account', async () => {
    const { email, api } = await newAccount()
    for (let n = 0; n < 23; n++) await signIn(email)
    expect(await api.accounts.listFailedSignIns()).toHaveLength(20)
  })
})

describe('denied access', () => {
  test('denied access to the admin panel and to a record of another organization is shown to platform admins', async () => {
    const { userId } = await buildMember(world)
    const therapist = await world.as(userId)
    const { id: clientId } = await buildClient(world)
    await expect(therapist.admin.listUsers({})).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(therapist.clients.get({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
    const shown = await shownToAdmin(userId)
    expect(shown).toMatchObject([
      { kind: 'access', reason: 'client_missing', endpoint: 'clients.get', ipAddress: '127.0.0.1' },
      { kind: 'access', reason: 'not_allowed', endpoint: 'admin.listUsers' },
    ])
    expect(JSON.stringify(shown)).not.toContain(clientId)
  })

  test('denied access while viewing as a user is recorded for the viewer, not for the viewed user', async () => {
    const { organizationId, userId } = await buildMember(world)
    const { userId: owner } = await buildMember(world, { organizationId, role: 'owner' })
    const viewer = await viewAs(world, owner, userId)
    await expect(viewer.accounts.update({ phoneNumber: '1' })).rejects.toMatchObject({ code: 'viewing_read_only' })
    expect(await shownToAdmin(owner)).toMatchObject([{ reason: 'viewing_read_only', endpoint: 'accounts.update' }])
    expect(await shownToAdmin(userId)).toEqual([])
  })

  test('denied access is recorded at most 30 times per hour and user, and ordinary errors are not recorded', async () => {
    const { userId } = await buildMember(world)
    const therapist = await world.as(userId)
    await expect(therapist.accounts.update({ timeZone: 'Nowhere/Land' })).rejects.toMatchObject({
      code: 'time_zone_unknown',
    })
    expect(await shownToAdmin(userId)).toEqual([])
    for (let n = 0; n < 33; n++) await therapist.admin.listUsers({}).catch(() => undefined)
    expect(await shownToAdmin(userId)).toHaveLength(30)
  })
})
