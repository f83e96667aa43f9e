// Over 400 lines: the use cases of an invitation share one clinic and its mails.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localDateTime } from '#shared/rules/local-time.ts'
import { createMailWorld } from '#test/browser.ts'
import { buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { mailedSecret, secretIn } from '#test/invitations.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let mail: Awaited<ReturnType<typeof createMailWorld>>['mail']

beforeAll(async () => {
  ;({ world, mail } = await createMailWorld())
})
afterAll(() => world.close())

const newAddress = () => `${randomUUID()}@example.test`
const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const idOf = (invitation: { id: string | null }) => invitation.id ?? ''
const unknownSecret = () => randomBytes(32).toString('base64url')

async function newClinic() {
  const { id, ownerId } = await buildOrganization(world, { name: 'Northside Clinic' })
  await world.db
    .updateTable('users')
    .set({ first_name: 'Olive', last_name: 'Owens' })
    .where('id', '=', ownerId)
    .execute()
  const as = async (role: 'admin' | 'supervisor' | 'therapist') => {
    const { userId } = await buildMember(world, { organizationId: id, role })
    return { userId, api: await world.as(userId) }
  }
  return { id, ownerId, owner: await world.as(ownerId), as }
}

const statusOf = async (id: string) =>
  (await world.db.selectFrom('invitations').where('id', '=', id).select('status').executeTakeFirstOrThrow()).status

const actionsIn = (organizationId: string) =>
  world.db
    .selectFrom('audit_events')
    .where('organization_id', '=', organizationId)
    .where('action', 'like', 'invitation.%')
    .select(['action', 'details', 'resource_id'])
    .orderBy('at')
    .execute()

describe('inviting a person', () => {
  test('an organization can send twenty invitations on its first day', async () => {
    const { id, owner } = await newClinic()
    const invite = () => owner.invitations.send({ email: newAddress(), role: 'therapist' })
    for (let sent = 0; sent < 20; sent++) await invite()
    await expect(invite()).rejects.toMatchObject({
      code: 'invitations_new',
      status: 429,
      message: 'A new organization sends up to 20 invitations on its first day. You can send more in 24 hours.',
    })
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await world.db.updateTable('organizations').set({ created_at: yesterday }).where('id', '=', id).execute()
    expect(await invite()).toMatchObject({ failure: null })
  })

  test('an invitation mails a link valid for seven days and is listed as sent', async () => {
    const { id, owner } = await newClinic()
    const email = newAddress()
    const { invitation, link, failure } = await owner.invitations.send({
      email: email.toUpperCase(),
      role: 'supervisor',
    })
    expect(invitation).toMatchObject({ email, role: 'supervisor', status: 'sent', invitedBy: 'Olive Owens' })
    expect(invitation.id).toMatch(uuid4)
    expect(failure).toBeNull()
    expect(link).toBe(`${world.url}/invitation#${secretIn(link)}`)
    expect(secretIn(link)).toMatch(/^[\w-]{43}$/)
    const days = (Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)) / 86_400_000
    expect(days).toBeCloseTo(7, 3)
    const sent = mail.sent.find(({ to }) => to === email)
    expect(sent?.subject).toBe('You are invited to join Northside Clinic on Attend')
    expect(sent?.text).toContain('Olive Owens invites you to join Northside Clinic on Attend as a supervisor.')
    expect(sent?.text).toContain(`${world.url}/invitation#${mailedSecret(mail, email)}\n`)
    expect(mailedSecret(mail, email)).toMatch(/^[\w-]{43}$/)
    expect(mailedSecret(mail, email)).not.toBe(secretIn(link))
    expect(await owner.invitations.list()).toEqual([invitation])
    expect(await actionsIn(id)).toEqual([
      { action: 'invitation.made', details: { role: 'supervisor' }, resource_id: invitation.id },
      { action: 'invitation.sent', details: { role: 'supervisor' }, resource_id: invitation.id },
    ])
  })

  test('an invitation is stored as sent if the inviter switches to another organization while it is mailed', async () => {
    let beforeSent = () => Promise.resolve()
    const switching = await createWorld({ providers: { mail: { send: () => beforeSent() } } })
    try {
      const { id, ownerId } = await buildOrganization(switching)
      const elsewhere = await buildOrganization(switching)
      await buildMember(switching, { organizationId: elsewhere.id, userId: ownerId })
      const owner = await switching.as(ownerId)
      await owner.organizations.switch({ organizationId: id })
      beforeSent = async () => void (await owner.organizations.switch({ organizationId: elsewhere.id }))
      const { invitation, link } = await owner.invitations.send({ email: newAddress(), role: 'therapist' })
      expect(invitation.status).toBe('sent')
      expect(secretIn(link)).toMatch(/^[\w-]{43}$/)
      await owner.organizations.switch({ organizationId: id })
      expect(await owner.invitations.list()).toEqual([invitation])
      const events = switching.db.selectFrom('audit_events').where('organization_id', '=', id).orderBy('seq')
      expect(await events.where('action', 'like', 'invitation.%').select(['action', 'resource_id']).execute()).toEqual([
        { action: 'invitation.made', resource_id: invitation.id },
        { action: 'invitation.sent', resource_id: invitation.id },
      ])
    } finally {
      await switching.close()
    }
  })

  test('an inviter who loses their role while the invitation is mailed gets the result, which is audited', async () => {
    let beforeSent = () => Promise.resolve()
    const changing = await createWorld({ providers: { mail: { send: () => beforeSent() } } })
    try {
      const { id, ownerId } = await buildOrganization(changing)
      const { userId } = await buildMember(changing, { organizationId: id, role: 'admin' })
      const owner = await changing.as(ownerId)
      beforeSent = async () => void (await owner.members.changeRole({ userId, role: 'therapist' }))
      const admin = await changing.as(userId)
      const { invitation } = await admin.invitations.send({ email: newAddress(), role: 'therapist' })
      expect(invitation.status).toBe('sent')
      const events = changing.db.selectFrom('audit_events').where('resource_id', '=', idOf(invitation)).orderBy('seq')
      expect((await events.select('action').execute()).map(({ action }) => action)).toEqual([
        'invitation.made',
        'invitation.sent',
      ])
    } finally {
      await changing.close()
    }
  })

  test('the mail of an invitation names the last day in the time zone of the inviter', async () => {
    const { ownerId, owner } = await newClinic()
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      await world.db.updateTable('users').set({ time_zone: timeZone }).where('id', '=', ownerId).execute()
      const email = newAddress()
      const { invitation } = await owner.invitations.send({ email, role: 'therapist' })
      const [year, month, day] = localDateTime(new Date(invitation.expiresAt), timeZone).date.split('-')
      expect(mail.sent.find(({ to }) => to === email)?.text).toContain(`by ${month}/${day}/${year}:`)
    }
  })

  test('only owner and admin can invite', async () => {
    const { as } = await newClinic()
    const admin = await as('admin')
    await expect(admin.api.invitations.send({ email: newAddress(), role: 'admin' })).resolves.toMatchObject({
      failure: null,
    })
    for (const role of ['supervisor', 'therapist'] as const) {
      const { api } = await as(role)
      await expect(api.invitations.send({ email: newAddress(), role: 'therapist' })).rejects.toMatchObject({
        code: 'not_allowed',
      })
    }
  })

  test('an invitation requires a valid address and one of three roles', async () => {
    const { ownerId } = await newClinic()
    const headers = { ...(await world.headersOf(ownerId)), 'content-type': 'application/json' }
    for (const body of [
      { email: newAddress(), role: 'owner' },
      { email: newAddress(), role: 'member' },
      { email: 'nobody', role: 'therapist' },
      { role: 'therapist' },
    ]) {
      const response = await fetch(`${world.url}/api/invitations`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      expect([body, response.status]).toEqual([body, 422])
    }
  })

  test('a second invitation to the same address is rejected, ignoring case', async () => {
    const { owner } = await newClinic()
    const email = newAddress()
    await owner.invitations.send({ email, role: 'therapist' })
    await expect(owner.invitations.send({ email: email.toUpperCase(), role: 'admin' })).rejects.toMatchObject({
      code: 'invitation_duplicate',
      status: 409,
      message: 'An invitation has already been sent to this email',
    })
    // Another organization can invite the same address.
    const other = await newClinic()
    await other.owner.invitations.send({ email, role: 'therapist' })
  })

  test('of ten parallel invitations to one address, one is created', async () => {
    const { owner } = await newClinic()
    const email = newAddress()
    const tries = Array.from({ length: 10 }, () => owner.invitations.send({ email, role: 'therapist' }))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await owner.invitations.list()).toHaveLength(1)
  })

  test('an invitation to an existing member is rejected, even if the account is deactivated', async () => {
    const { id, owner } = await newClinic()
    for (const isActive of [true, false]) {
      const email = newAddress()
      await buildMember(world, { organizationId: id, userId: await buildUser(world, { email, isActive }) })
      await expect(owner.invitations.send({ email, role: 'therapist' })).rejects.toMatchObject({
        code: 'member_already',
      })
    }
  })

  test('an invitation does not reveal whether an address has an account', async () => {
    const { owner } = await newClinic()
    const taken = newAddress()
    await buildUser(world, { email: taken })
    const answers = []
    for (const email of [taken, newAddress()]) {
      const { invitation, link, failure } = await owner.invitations.send({ email, role: 'therapist' })
      const offer = await world.anonymous.invitations.look({ secret: secretIn(link) })
      answers.push({ failure, status: invitation.status, offer: { ...offer, email: '', expiresAt: '' } })
    }
    expect(answers[0]).toEqual(answers[1])
  })

  test('an organization can send fifty invitations an hour', async () => {
    const { id, ownerId, owner } = await newClinic()
    await world.db
      .insertInto('invitations')
      .values(
        Array.from({ length: 50 }, () => ({
          organization_id: id,
          email: newAddress(),
          role: 'therapist',
          invited_by: ownerId,
          status: 'expired',
          created_at: new Date(Date.now() - 45 * 60_000 - 30_000),
        })),
      )
      .execute()
    await expect(owner.invitations.send({ email: newAddress(), role: 'therapist' })).rejects.toMatchObject({
      code: 'invitations_too_many',
      message: 'Your organization sent 50 invitations within an hour. You can send more in 15 minutes.',
    })
  })

  test('an invitation whose mail is rejected is stored, and the response contains the reason and a link', async () => {
    const refusals = [
      [
        Object.assign(new Error('550 no such mailbox mx1.internal'), { responseCode: 550 }),
        'the mail server rejected this address',
      ],
      [
        Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:25'), { code: 'ECONNREFUSED' }),
        'the mail server could not be reached',
      ],
      [new Error('something'), 'Unknown error'],
    ] as const
    for (const [error, reason] of refusals) {
      const rejectingMailer = { send: () => Promise.reject(error) }
      const failing = await createWorld({
        providers: { mail: rejectingMailer, log: world.providers.log.child({}, { level: 'silent' }) },
      })
      try {
        const api = await failing.as((await buildOrganization(failing)).ownerId)
        const { invitation, link, failure } = await api.invitations.send({ email: newAddress(), role: 'therapist' })
        expect(failure).toBe(`Failed to send invitation: ${reason}`)
        expect(invitation.status).toBe('pending')
        expect(await api.invitations.list()).toEqual([invitation])
        expect(await failing.anonymous.invitations.look({ secret: secretIn(link) })).toMatchObject({
          email: invitation.email,
          isMailed: false,
        })
      } finally {
        await failing.close()
      }
    }
  })
})

describe('list of invitations', () => {
  test('the list of invitations is newest first and visible to every member; ids only for owner and admin', async () => {
    const { owner, as } = await newClinic()
    const admin = await as('admin')
    const emails = [newAddress(), newAddress(), newAddress()]
    for (const email of emails) await owner.invitations.send({ email, role: 'therapist' })
    for (const api of [owner, admin.api]) {
      const list = await api.invitations.list()
      expect(list.map(({ email }) => email)).toEqual(emails.toReversed())
      expect(list.every(({ id }) => uuid4.test(id ?? ''))).toBe(true)
    }
    for (const role of ['supervisor', 'therapist'] as const) {
      const list = await (await as(role)).api.invitations.list()
      expect(list.map(({ email, id }) => [email, id])).toEqual(emails.toReversed().map((email) => [email, null]))
    }
    expect(await (await newClinic()).owner.invitations.list()).toEqual([])
  })

  test('the list of invitations shows pending invitations, but not accepted or expired ones', async () => {
    const { owner } = await newClinic()
    const states = { accepted: 'accepted', expired: 'expired', pending: 'pending', late: 'sent' } as const
    const emails: Record<string, string> = {}
    for (const [name, status] of Object.entries(states)) {
      const { invitation } = await owner.invitations.send({ email: newAddress(), role: 'therapist' })
      emails[name] = invitation.email
      const expires_at = name === 'late' ? new Date(Date.now() - 1000) : new Date(Date.now() + 60_000)
      await world.db.updateTable('invitations').set({ status, expires_at }).where('id', '=', idOf(invitation)).execute()
    }
    expect((await owner.invitations.list()).map(({ email, status }) => [email, status])).toEqual([
      [emails['pending'], 'pending'],
    ])
    // An expired invitation does not block a new one.
    await owner.invitations.send({ email: emails['late'] ?? '', role: 'therapist' })
  })
})

describe('resending an invitation', () => {
  test('resending an invitation mails a new link, once a minute; links mailed before stay valid, links shown before do not', async () => {
    const { id, owner, as } = await newClinic()
    const email = newAddress()
    const first = await owner.invitations.send({ email, role: 'therapist' })
    const invitationId = idOf(first.invitation)
    await expect(owner.invitations.sendAgain({ invitationId })).rejects.toMatchObject({
      code: 'invitation_too_soon',
      message: expect.stringMatching(/ You can send it again in (?:\d+ seconds|1 minute)\.$/),
      data: { retryAfterSeconds: expect.any(Number) },
    })
    const earlier = mailedSecret(mail, email)
    const past = new Date(Date.now() - 3 * 86_400_000)
    await world.db
      .updateTable('invitations')
      .set({ tried_at: past, expires_at: new Date(past.getTime() + 7 * 86_400_000) })
      .where('id', '=', invitationId)
      .execute()
    const again = await (await as('admin')).api.invitations.sendAgain({ invitationId })
    expect(again).toMatchObject({ failure: null, invitation: { status: 'sent' } })
    const look = (secret: string) => world.anonymous.invitations.look({ secret })
    for (const mailed of [earlier, mailedSecret(mail, email)])
      expect(await look(mailed)).toMatchObject({ email, isMailed: true })
    expect(await look(secretIn(again.link))).toMatchObject({ email, isMailed: false })
    await expect(look(secretIn(first.link))).rejects.toMatchObject({ code: 'invitation_missing' })
    expect(Date.parse(again.invitation.expiresAt)).toBeGreaterThan(Date.now() + 6.9 * 86_400_000)
    expect(mail.sent.filter(({ to }) => to === email)).toHaveLength(2)
    expect((await actionsIn(id)).map(({ action }) => action)).toEqual([
      'invitation.made',
      'invitation.sent',
      'invitation.renewed',
      'invitation.sent',
    ])
  })

  test('resending and canceling an invitation require an owner or admin of that organization and a pending invitation', async () => {
    const { owner, as } = await newClinic()
    const { invitation } = await owner.invitations.send({ email: newAddress(), role: 'therapist' })
    const invitationId = idOf(invitation)
    const stranger = (await newClinic()).owner
    const { api: supervisor } = await as('supervisor')
    for (const call of [
      (api: Api) => api.invitations.sendAgain({ invitationId }),
      (api: Api) => api.invitations.cancel({ invitationId }),
      (api: Api) => api.invitations.newLink({ invitationId }),
    ]) {
      await expect(call(supervisor)).rejects.toMatchObject({ code: 'not_allowed' })
      await expect(call(stranger)).rejects.toMatchObject({ code: 'invitation_gone' })
    }
    expect(await owner.invitations.cancel({ invitationId })).toEqual([])
    expect(await statusOf(invitationId)).toBe('expired')
    for (const id of [invitationId, 'no-such-thing']) {
      await expect(owner.invitations.cancel({ invitationId: id })).rejects.toMatchObject({ code: 'invitation_gone' })
      await expect(owner.invitations.sendAgain({ invitationId: id })).rejects.toMatchObject({ code: 'invitation_gone' })
    }
  })
})

describe('previewing an invitation', () => {
  test('the preview of an invitation shows organization, inviter, role and address to anyone with the link', async () => {
    const { owner } = await newClinic()
    const { invitation } = await owner.invitations.send({ email: newAddress(), role: 'admin' })
    expect(await world.anonymous.invitations.look({ secret: mailedSecret(mail, invitation.email) })).toEqual({
      email: invitation.email,
      organizationName: 'Northside Clinic',
      inviterName: 'Olive Owens',
      role: 'admin',
      expiresAt: invitation.expiresAt,
      isMailed: true,
    })
  })

  test('the preview of an invitation shows ‘A team member’ if the inviter has no name', async () => {
    const ownerId = await buildUser(world, { firstName: '', lastName: '' })
    await buildOrganization(world, { ownerId })
    const { invitation } = await (await world.as(ownerId)).invitations.send({ email: newAddress(), role: 'admin' })
    const offer = await world.anonymous.invitations.look({ secret: mailedSecret(mail, invitation.email) })
    expect([offer.inviterName, invitation.invitedBy]).toEqual(['A team member', 'A team member'])
  })

  test('the preview of an invitation reports an invalid or unknown link', async () => {
    const look = (secret: string) => world.anonymous.invitations.look({ secret })
    await expect(look('no-such-thing')).rejects.toMatchObject({
      code: 'invitation_format',
      message: 'Invalid invitation format. Please check your invitation link.',
    })
    await expect(look(unknownSecret())).rejects.toMatchObject({
      code: 'invitation_missing',
      message: 'No invitation found. Please check your invitation link.',
    })
  })

  test.each([
    ['canceled', { status: 'expired' }, 'expired'],
    ['expired', { status: 'sent', expires_at: new Date(Date.now() - 1000) }, 'expired'],
    ['accepted', { status: 'accepted' }, 'accepted'],
  ])('the preview of an invitation reports a link that is %s', async (_, values, status) => {
    const { owner } = await newClinic()
    const { invitation } = await owner.invitations.send({ email: newAddress(), role: 'therapist' })
    await world.db.updateTable('invitations').set(values).where('id', '=', idOf(invitation)).execute()
    await expect(
      world.anonymous.invitations.look({ secret: mailedSecret(mail, invitation.email) }),
    ).rejects.toMatchObject({
      code: 'invitation_over',
      status: 410,
      message: `This invitation is no longer valid (status: ${status})`,
    })
  })

  test('the preview of an invitation is rejected after the inviter lost the admin role', async () => {
    const { owner, as } = await newClinic()
    const admin = await as('admin')
    const { invitation } = await admin.api.invitations.send({ email: newAddress(), role: 'admin' })
    const look = () => world.anonymous.invitations.look({ secret: mailedSecret(mail, invitation.email) })
    const over = { message: 'This invitation is no longer valid (status: expired)' }
    await owner.members.changeRole({ userId: admin.userId, role: 'therapist' })
    await expect(look()).rejects.toMatchObject(over)
    await owner.members.changeRole({ userId: admin.userId, role: 'admin' })
    await expect(look()).resolves.toMatchObject({ email: invitation.email })
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', admin.userId).execute()
    await expect(look()).rejects.toMatchObject(over)
  })

  test('the preview of invitations is limited to 60 a minute per address', async () => {
    const limitedWorld = await createWorld()
    try {
      const outcomes = []
      for (let n = 0; n < 62; n++)
        outcomes.push(
          await limitedWorld.anonymous.invitations.look({ secret: unknownSecret() }).then(
            () => 'ok',
            (error: unknown) => (error instanceof Error && 'code' in error ? error.code : ''),
          ),
        )
      expect(outcomes.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 'invitation_missing'))
      expect(outcomes.slice(60)).toEqual(['too_many_requests', 'too_many_requests'])
    } finally {
      await limitedWorld.close()
    }
  })
})
