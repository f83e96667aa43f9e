import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMailWorld, openBrowser } from '#test/browser.ts'
import { buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { mailedSecret, secretIn } from '#test/invitations.ts'
import type { Api, World } from '#test/world.ts'

const password = 'violet harbour 41 kites'

let world: World
let mail: Awaited<ReturnType<typeof createMailWorld>>['mail']

beforeAll(async () => {
  ;({ world, mail } = await createMailWorld())
})
afterAll(() => world.close())

const newAddress = () => `${randomUUID()}@example.test`

interface Invited {
  organizationId: string
  owner: Api
  email: string
  invitationId: string
  /** The secret of the mailed link. */
  secret: string
  /** The secret of the link that is shown to the inviter. */
  shown: string
}

async function invite(
  values: { email?: string; role?: 'therapist' | 'supervisor' | 'admin'; therapists?: number } = {},
): Promise<Invited & { therapistIds: string[] }> {
  const { id: organizationId, ownerId } = await buildOrganization(world, { name: 'Northside Clinic' })
  const owner = await world.as(ownerId)
  const therapistIds: string[] = []
  for (let n = 0; n < (values.therapists ?? 0); n++)
    therapistIds.push((await buildMember(world, { organizationId })).userId)
  const email = values.email ?? newAddress()
  const { invitation, link } = await owner.invitations.send({ email, role: values.role ?? 'therapist', therapistIds })
  const secrets = { secret: mailedSecret(mail, email), shown: secretIn(link) }
  return { organizationId, owner, email, invitationId: invitation.id ?? '', therapistIds, ...secrets }
}

const accept = (secret: string, more: object = {}, browser = openBrowser(world)) =>
  browser.post('/api/invitations/accept', {
    secret,
    password,
    firstName: 'Ada',
    lastName: 'Moss',
    timeZone: 'Europe/Berlin',
    ...more,
  })

const accountOf = (email: string) =>
  world.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

const membershipsOf = (userId: string) =>
  world.db
    .selectFrom('organization_members')
    .where('user_id', '=', userId)
    .select(['organization_id', 'role'])
    .execute()

describe('accepting with a new account', () => {
  test('accepting an invitation creates an account, signs the user in and adds them to the organization, but creates no practice', async () => {
    const { email, invitationId, secret, organizationId } = await invite({ role: 'supervisor' })
    const browser = openBrowser(world)
    expect(await accept(secret, {}, browser)).toMatchObject({ status: 200, body: { organizationId } })
    expect((await browser.get('/api/me')).body).toMatchObject({
      email,
      firstName: 'Ada',
      lastName: 'Moss',
      role: 'user',
      timeZone: 'Europe/Berlin',
      organization: { id: organizationId, name: 'Northside Clinic', role: 'supervisor' },
    })
    const account = await accountOf(email)
    expect(account).toMatchObject({ stripe_customer_id: null })
    expect(await membershipsOf(account?.id ?? '')).toEqual([{ organization_id: organizationId, role: 'supervisor' }])
    const kept = world.db.selectFrom('invitations').where('id', '=', invitationId).selectAll()
    expect(await kept.executeTakeFirst()).toMatchObject({ status: 'accepted', accepted_by: account?.id })
    const events = world.db
      .selectFrom('audit_events')
      .where('chain', '=', account?.id ?? '')
      .orderBy('seq')
    expect(await events.select(['action', 'organization_id']).execute()).toMatchObject([
      { action: 'account.created', organization_id: null },
      { action: 'account.signed_in', organization_id: null },
      { action: 'account.email_verified', organization_id: null },
      { action: 'invitation.accepted', organization_id: organizationId },
      { action: 'account.changed' },
    ])
    // A later change of the clinic name in the profile does not rename the organization.
    expect((await browser.patch('/api/me', { clinicName: 'Mine' })).body).toMatchObject({
      organization: { name: 'Northside Clinic' },
    })
  })

  test('accepting an invitation stores the credentials, and whether a supervisor must co-sign', async () => {
    const { secret } = await invite()
    const browser = openBrowser(world)
    expect((await accept(secret, { credentials: ' MA ', isPrelicensed: true }, browser)).status).toBe(200)
    expect((await browser.get('/api/me')).body).toMatchObject({
      credentials: 'MA',
      isPrelicensed: true,
      organization: { isPrelicensed: false },
    })
  })

  test('accepting an invitation sets a cookie that scripts cannot read, and returns no token', async () => {
    const { secret } = await invite()
    const response = await accept(secret)
    const [cookie = ''] = [response.headers['set-cookie'] ?? []].flat()
    expect(cookie).toMatch(/^attend\.session_token=.*HttpOnly/i)
    expect(Object.keys(response.body)).toEqual(['organizationId'])
  })

  test('an invited user can sign in with the new password afterwards', async () => {
    const { email, secret } = await invite()
    await accept(secret)
    expect(await openBrowser(world).post('/api/auth/sign-in/email', { email, password })).toMatchObject({ status: 200 })
  })

  test.each([
    ['12345', 'password_short', 'Password must be at least 6 characters long'],
    ['password', 'password_weak', 'This password is easily guessed. Add another word or a few unusual characters.'],
  ])('accepting an invitation rejects the password %j, and the invitation stays valid', async (weak, code, message) => {
    const { email, secret } = await invite()
    expect(await accept(secret, { password: weak })).toMatchObject({ status: 422, body: { code, message } })
    expect(await accountOf(email)).toBeUndefined()
    expect(await accept(secret)).toMatchObject({ status: 200 })
  })

  test('accepting an invitation requires both names', async () => {
    const { secret } = await invite()
    expect((await accept(secret, { firstName: ' ', lastName: '' })).body).toMatchObject({
      code: 'input_invalid',
      data: { fields: { firstName: 'First name is required.', lastName: 'Last name is required.' } },
    })
  })

  test('accepting an invitation ignores an address and a role in the request', async () => {
    const { email, secret, organizationId } = await invite()
    const other = newAddress()
    await accept(secret, { email: other, role: 'owner', isAdmin: true })
    expect(await accountOf(other)).toBeUndefined()
    const account = await accountOf(email)
    expect(await membershipsOf(account?.id ?? '')).toEqual([{ organization_id: organizationId, role: 'therapist' }])
  })

  test('an invitation can be accepted once', async () => {
    const { secret } = await invite()
    await accept(secret)
    expect(await accept(secret)).toMatchObject({
      status: 410,
      body: { code: 'invitation_over', message: 'This invitation is no longer valid (status: accepted)' },
    })
  })

  test('of fifty parallel requests to accept an invitation, one succeeds', async () => {
    const { email, secret, organizationId } = await invite()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => accept(secret, { firstName: `Ada${n}` })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200)
    expect(new Set(others.map(({ body }) => body['code']))).toEqual(new Set(['invitation_over']))
    expect(others.every(({ headers }) => headers['set-cookie'] === undefined)).toBe(true)
    const account = await accountOf(email)
    expect(await membershipsOf(account?.id ?? '')).toEqual([{ organization_id: organizationId, role: 'therapist' }])
    const accepted = world.db.selectFrom('audit_events').where('action', '=', 'invitation.accepted')
    const count = accepted.where('organization_id', '=', organizationId).select((by) => by.fn.countAll().as('n'))
    expect(await count.executeTakeFirst()).toEqual({ n: 1 })
  }, 60_000)

  test('accepting an invitation without a sign-in is rejected if the address has an account, and changes nothing', async () => {
    const email = newAddress()
    const userId = await buildUser(world, { email })
    const { secret } = await invite({ email })
    const response = await accept(secret)
    expect(response).toMatchObject({ status: 409, body: { code: 'invitation_not_accepted' } })
    expect(response.body['message']).toBe(
      'Failed to accept invitation. If you have an account with this email, sign in to it and open the link again.',
    )
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(await membershipsOf(userId)).toEqual([])
    expect(await (await world.as(userId)).invitations.join({ secret })).toBeTruthy()
  })

  test('accepting an invitation reports a malformed or unknown secret of a link', async () => {
    expect((await accept('no-such-thing')).body).toMatchObject({
      code: 'invitation_id_format',
      message: 'Invalid invitation ID format',
    })
    expect((await accept(randomUUID())).body).toMatchObject({ code: 'invitation_missing' })
  })

  test('accepting an invitation rejects cross-site requests', async () => {
    const { email, secret } = await invite()
    const response = await openBrowser(world).post(
      '/api/invitations/accept',
      { secret, password, firstName: 'Ada', lastName: 'Moss' },
      { origin: 'https://elsewhere.example' },
    )
    expect(response.body).toMatchObject({ code: 'foreign_origin' })
    expect(await accountOf(email)).toBeUndefined()
  })

  test('accepting an invitation counts against the sign-up limit of the address', async () => {
    const limited = await createMailWorld({ limits: true })
    try {
      const { ownerId } = await buildOrganization(limited.world)
      const owner = await limited.world.as(ownerId)
      const email = newAddress()
      await owner.invitations.send({ email, role: 'therapist' })
      const secret = mailedSecret(limited.mail, email)
      const codes = []
      for (let n = 0; n < 7; n++) {
        const path = '/api/invitations/accept'
        const body = { secret, password: '12345', firstName: 'Ada', lastName: 'Moss' }
        codes.push((await openBrowser(limited.world).post(path, body)).body['code'])
      }
      expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'password_short'))
      expect(codes.slice(5)).toEqual(['too_many_requests', 'too_many_requests'])
    } finally {
      await limited.world.close()
    }
  })
})

describe('accepting as a signed-in user', () => {
  test('a signed-in user who accepts an invitation acts in the new organization at once, and keeps their own practice', async () => {
    const email = newAddress()
    const userId = await buildUser(world, { email: email })
    const own = await buildOrganization(world, { name: 'Own Practice', ownerId: userId })
    const { secret, organizationId } = await invite({ email, role: 'admin' })
    const api = await world.as(userId)
    expect(await api.invitations.join({ secret })).toEqual({ organizationId })
    expect((await api.accounts.me()).organization).toMatchObject({ id: organizationId, role: 'admin' })
    expect((await api.organizations.mine()).map((place) => [place.organizationId, place.isCurrent])).toEqual([
      [organizationId, true],
      [own.id, false],
    ])
    await expect(api.invitations.join({ secret })).rejects.toMatchObject({
      message: 'This invitation is no longer valid (status: accepted)',
    })
  })

  test('accepting an invitation as a signed-in user requires the invited address', async () => {
    const { secret, owner } = await invite()
    const stranger = await world.as(await buildUser(world))
    for (const api of [stranger, owner])
      await expect(api.invitations.join({ secret })).rejects.toMatchObject({ code: 'invitation_other_address' })
    await expect(world.anonymous.invitations.join({ secret })).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test('of fifty parallel requests by one user to join an organization, one succeeds', async () => {
    const email = newAddress()
    const userId = await buildUser(world, { email })
    const { secret, organizationId } = await invite({ email })
    const api = await world.as(userId)
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => api.invitations.join({ secret })))
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    expect(refused).toEqual(Array.from({ length: 49 }, () => 'invitation_over'))
    expect(await membershipsOf(userId)).toEqual([{ organization_id: organizationId, role: 'therapist' }])
  })

  test('joining an organization does not change the role of a user who is a member already', async () => {
    const email = newAddress()
    const userId = await buildUser(world, { email })
    const { secret, organizationId } = await invite({ email, role: 'admin' })
    await buildMember(world, { organizationId, userId })
    await (await world.as(userId)).invitations.join({ secret })
    expect(await membershipsOf(userId)).toEqual([{ organization_id: organizationId, role: 'therapist' }])
  })

  test('a removed member can join the organization again', async () => {
    const email = newAddress()
    const { owner, secret } = await invite({ email })
    const userId = await buildUser(world, { email })
    const api = await world.as(userId)
    await api.invitations.join({ secret })
    await owner.members.remove({ userId })
    await owner.invitations.send({ email, role: 'therapist' })
    await api.invitations.join({ secret: mailedSecret(mail, email) })
    expect((await owner.members.list()).items.map((member) => member.userId)).toContain(userId)
    const former = world.db.selectFrom('former_members').where('user_id', '=', userId).selectAll()
    expect(await former.execute()).toEqual([])
  })

  test('shared accounts of the demo practice cannot join an organization', async () => {
    const email = newAddress()
    const userId = await buildUser(world, { email })
    const { id } = await buildOrganization(world, { ownerId: userId })
    await world.db.insertInto('demo_practice').values({ organization_id: id, owner_id: userId }).execute()
    const { secret } = await invite({ email })
    await expect((await world.as(userId)).invitations.join({ secret })).rejects.toMatchObject({
      code: 'demo_fixed',
    })
    await world.db.deleteFrom('demo_practice').execute()
  })
})

/** The events about a changed supervisor in an organization. */
const supervisorEvents = (organizationId: string) =>
  world.db
    .selectFrom('audit_events')
    .where('organization_id', '=', organizationId)
    .where('action', '=', 'member.supervisor_assigned')
    .select(['chain', 'resource_id', 'details'])
    .orderBy('at')
    .execute()

describe('invited supervisor', () => {
  test('an invited supervisor is assigned the selected therapists who are still therapists of the organization', async () => {
    const { owner, email, secret, therapistIds, organizationId } = await invite({
      role: 'supervisor',
      therapists: 3,
    })
    const [kept, promoted, removed] = therapistIds
    await owner.members.changeRole({ userId: promoted ?? '', role: 'admin' })
    await owner.members.remove({ userId: removed ?? '' })
    await accept(secret)
    const account = await accountOf(email)
    const { items } = await owner.members.list()
    expect(items.filter(({ managedBy }) => managedBy === account?.id).map(({ userId }) => userId)).toEqual([kept])
    expect(items.map(({ userId }) => userId)).not.toContain(removed)
    expect(organizationId).toBeTruthy()
    expect(await supervisorEvents(organizationId)).toEqual([
      { chain: account?.id, resource_id: kept, details: { from: null, to: account?.id } },
    ])
  })

  test('the event of an accepted invitation names the former supervisor of each therapist whose supervisor changes', async () => {
    const { owner, email, secret, therapistIds, organizationId } = await invite({ role: 'supervisor', therapists: 2 })
    const former = (await buildMember(world, { organizationId, role: 'supervisor' })).userId
    await owner.members.assignSupervisor({ userId: therapistIds[1] ?? '', supervisorId: former })
    const before = await supervisorEvents(organizationId)
    await accept(secret)
    const account = await accountOf(email)
    const of = (therapistId: string | undefined, from: string | null) => ({
      chain: account?.id,
      resource_id: therapistId,
      details: { from, to: account?.id },
    })
    const events = (await supervisorEvents(organizationId)).slice(before.length)
    expect(events).toHaveLength(2)
    expect(events).toEqual(expect.arrayContaining([of(therapistIds[0], null), of(therapistIds[1], former)]))
  })

  test('an invited supervisor is assigned therapists of the same organization only; an invited admin is assigned none', async () => {
    const { id: organizationId, ownerId } = await buildOrganization(world)
    const owner = await world.as(ownerId)
    const own = (await buildMember(world, { organizationId })).userId
    const stranger = (await buildMember(world)).userId
    const kept = async (role: 'supervisor' | 'admin') => {
      const { invitation } = await owner.invitations.send({
        email: newAddress(),
        role,
        therapistIds: [own, stranger, ownerId],
      })
      const row = world.db
        .selectFrom('invitations')
        .where('id', '=', invitation.id ?? '')
        .select('therapist_ids')
      return (await row.executeTakeFirstOrThrow()).therapist_ids
    }
    expect(await kept('supervisor')).toEqual([own])
    expect(await kept('admin')).toEqual([])
  })
})
