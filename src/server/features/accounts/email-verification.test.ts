import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { codeOf } from '#test/authenticator-app.ts'
import { createAuthenticatorKey } from '#test/authenticator-key.ts'
import { type Browser, createMailWorld, openBrowser } from '#test/browser.ts'
import { buildOrganization, buildUser, confirmAddress } from '#test/build.ts'
import { mailedSecret, secretIn } from '#test/invitations.ts'
import type { World } from '#test/world.ts'

const password = 'violet harbour 41 kites'
const ownersPassword = 'amber lantern 77 doves'

let world: World
let mail: Awaited<ReturnType<typeof createMailWorld>>['mail']

beforeAll(async () => {
  ;({ world, mail } = await createMailWorld())
  await world.worker()
})
afterAll(() => world.close())

async function signUp(email = `${randomUUID()}@example.test`) {
  const browser = openBrowser(world)
  expect((await browser.post('/api/auth/sign-up/email', { email, password, name: '' })).status).toBe(200)
  return { browser, email, id: String((await browser.get('/api/me')).body['id']) }
}

/** The newest code mailed to an address. */
function mailedCode(email: string): string {
  const text = mail.sent.findLast((sent) => sent.to === email)?.text ?? ''
  return (/code is (\d{4} \d{4})\./.exec(text)?.[1] ?? '').replace(' ', '')
}

const confirm = (browser: Browser, code: string) => browser.post('/api/me/email', { code })
const wrong = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0')

async function actionsOf(id: string): Promise<string[]> {
  const events = world.db.selectFrom('audit_events').where('chain', '=', id).orderBy('seq')
  return (await events.select('action').execute()).map(({ action }) => action)
}

/** Pretends that the last code was sent more than a minute ago. */
const skipAMinute = () => world.db.deleteFrom('auth_tries').execute()

/** Adds a passkey and an authenticator to an account with an unconfirmed address, as earlier releases allowed. */
async function addEarlierFactors(person: Awaited<ReturnType<typeof signUp>>) {
  await confirmAddress(world, person.email)
  const key = createAuthenticatorKey({ origin: world.url })
  const options = await person.browser.get('/api/auth/passkey/generate-register-options')
  const response = key.register(String(options.body['challenge']))
  const added = { response, name: 'Laptop', password }
  expect((await person.browser.post('/api/auth/passkey/verify-registration', added)).status).toBe(200)
  const begun = await person.browser.post('/api/auth/two-factor/enable', { password })
  const code = codeOf(String(begun.body['totpURI']))
  expect((await person.browser.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
  await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', person.id).execute()
  return { ...person, key }
}

async function signInWithPasskey(key: ReturnType<typeof createAuthenticatorKey>) {
  const browser = openBrowser(world)
  const options = await browser.get('/api/auth/passkey/generate-authenticate-options')
  const response = key.authenticate(String(options.body['challenge']))
  return browser.post('/api/auth/passkey/verify-authentication', { response })
}

async function resetPassword(email: string) {
  const browser = openBrowser(world)
  const before = mail.sent.length
  await browser.post('/api/auth/request-password-reset', { email })
  await expect.poll(() => mail.sent.length, { timeout: 15_000 }).toBe(before + 1)
  const token = mailedSecret(mail, email)
  expect((await browser.post('/api/auth/reset-password', { newPassword: ownersPassword, token })).status).toBe(200)
  return browser
}

async function factorsOf(id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select (select count(*) from auth_passkeys where user_id = ${id})
    + (select count(*) from auth_two_factors where user_id = ${id})
    + (select count(*) from users where id = ${id} and two_factor_enabled) as n`.execute(world.db)
  return Number(rows[0]?.n)
}

describe('confirming the address of a new account', () => {
  test('signing up mails an eight-digit code; entering it confirms the address and is audited', async () => {
    const { browser, email, id } = await signUp()
    expect((await browser.get('/api/me')).body).toMatchObject({ emailVerified: false })
    expect(mailedCode(email)).toMatch(/^\d{8}$/)
    const code = mailedCode(email)
    expect(await confirm(browser, `${code.slice(0, 4)} ${code.slice(4)}`)).toMatchObject({
      status: 200,
      body: { emailVerified: true },
    })
    expect(await actionsOf(id)).toEqual(['account.created', 'account.signed_in', 'account.email_verified'])
    // Once the address is confirmed, further codes are ignored, and no new code is mailed.
    expect((await confirm(browser, 'whatever')).status).toBe(200)
    const before = mail.sent.length
    expect((await browser.post('/api/me/email-code')).status).toBe(200)
    expect(mail.sent).toHaveLength(before)
  })

  test('confirming an address rejects wrong, expired and other users’ codes, and invalidates a code after ten tries', async () => {
    const { browser, email } = await signUp()
    const other = await signUp()
    const code = mailedCode(email)
    expect((await confirm(other.browser, code)).body).toMatchObject({ code: 'address_code_wrong' })
    for (let n = 0; n < 10; n++) {
      expect((await confirm(browser, wrong(code))).body).toMatchObject({ code: 'address_code_wrong' })
    }
    expect((await confirm(browser, code)).body).toMatchObject({ code: 'address_code_expired' })
    expect((await browser.post('/api/me/email-code')).status).toBe(200)
    expect((await confirm(browser, code)).body).toMatchObject({ code: 'address_code_wrong' })
    const expired = sql`update email_codes set expires_at = now()`
    await expired.execute(world.db)
    expect((await confirm(browser, mailedCode(email))).body).toMatchObject({ code: 'address_code_expired' })
    expect((await browser.get('/api/me')).body).toMatchObject({ emailVerified: false })
  })

  test('parallel tries of an address code cannot exceed the limit of tries', async () => {
    const { browser, email } = await signUp()
    const code = mailedCode(email)
    const answers = await Promise.all(Array.from({ length: 25 }, () => confirm(browser, wrong(code))))
    expect(answers.filter(({ body }) => body['code'] === 'address_code_wrong')).toHaveLength(10)
    expect((await confirm(browser, code)).body).toMatchObject({ code: 'address_code_expired' })
  })

  test('a second request for an address code within a minute is rejected with the seconds to wait', async () => {
    const { browser } = await signUp()
    expect((await browser.post('/api/me/email-code')).status).toBe(200)
    const soon = await browser.post('/api/me/email-code')
    expect(soon).toMatchObject({ status: 429, body: { code: 'address_code_soon' } })
    expect(soon.body['message']).toMatch(
      /^A code was already sent. You can request another one in (\d+ seconds|1 minute)\.$/,
    )
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(50)
    expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  test('a request for an address code reports that the code could not be mailed', async () => {
    const { browser } = await signUp()
    await skipAMinute()
    const sending = vi.spyOn(mail, 'send').mockRejectedValue(new Error('the mail server is away'))
    expect((await browser.post('/api/me/email-code')).body).toMatchObject({ code: 'address_code_not_sent' })
    sending.mockRestore()
  })

  test('codes that confirm an address are stored as hashes only', async () => {
    const { email } = await signUp()
    const rows = await sql`select * from email_codes`.execute(world.db)
    expect(JSON.stringify(rows.rows)).not.toContain(mailedCode(email))
  })
})

describe('with an unconfirmed address', () => {
  test('users with an unconfirmed address can add clients, but cannot add passkeys or authenticators, invite, or join', async () => {
    const { browser, email, id } = await signUp()
    await browser.patch('/api/me', { firstName: 'Ada', lastName: 'Moss' })
    const client = { firstName: 'Sam', lastName: 'Okoro', pronouns: 'N/A', email: null, phone: null }
    expect((await browser.post('/api/clients', client)).status).toBe(200)

    const refused = { status: 403, body: { code: 'email_unverified' } }
    expect(await browser.post('/api/auth/two-factor/enable', { password })).toMatchObject(refused)
    const key = createAuthenticatorKey({ origin: world.url })
    const options = await browser.get('/api/auth/passkey/generate-register-options')
    const response = key.register(String(options.body['challenge']))
    const passkey = { response, name: 'Laptop', password }
    expect(await browser.post('/api/auth/passkey/verify-registration', passkey)).toMatchObject(refused)
    const invitation = { email: 'guest@example.test', role: 'therapist' }
    expect(await browser.post('/api/invitations', invitation)).toMatchObject(refused)

    const { ownerId } = await buildOrganization(world)
    const { link } = await (await world.as(ownerId)).invitations.send({ email, role: 'therapist' })
    expect(await browser.post('/api/invitations/join', { secret: secretIn(link) })).toMatchObject(refused)
    expect(await factorsOf(id)).toBe(0)
    expect(mail.sent.filter(({ to }) => to === 'guest@example.test')).toEqual([])
  })
})

describe('first verification of an address that an attacker signed up with', () => {
  test('the first password reset of an unconfirmed address removes an attacker’s sign-ins, passkeys and authenticator', async () => {
    const attacker = await addEarlierFactors(await signUp())
    const owner = await resetPassword(attacker.email)
    expect((await attacker.browser.get('/api/me')).body).toMatchObject({ code: 'not_signed_in' })
    expect((await signInWithPasskey(attacker.key)).status).not.toBe(200)
    expect(await factorsOf(attacker.id)).toBe(0)
    const { email } = attacker
    expect((await openBrowser(world).post('/api/auth/sign-in/email', { email, password })).status).toBe(401)
    // The owner is not asked for a code of the attacker's authenticator.
    expect(await owner.post('/api/auth/sign-in/email', { email, password: ownersPassword })).toMatchObject({
      status: 200,
      text: '{}',
    })
    expect((await owner.get('/api/me')).body).toMatchObject({ emailVerified: true })
    expect(await actionsOf(attacker.id)).toContain('account.email_verified')
  })

  test('accepting a mailed invitation removes an attacker’s factors and keeps the sign-in that accepted it', async () => {
    const attacker = await addEarlierFactors(await signUp())
    const { id: organizationId, ownerId } = await buildOrganization(world)
    await (await world.as(ownerId)).invitations.send({ email: attacker.email, role: 'therapist' })
    const headers = await world.headersOf(attacker.id)
    const body = JSON.stringify({ secret: mailedSecret(mail, attacker.email) })
    const joined = await fetch(`${world.url}/api/invitations/join`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    expect(await joined.json()).toEqual({ organizationId })
    expect((await fetch(`${world.url}/api/me`, { headers })).status).toBe(200)
    expect((await attacker.browser.get('/api/me')).body).toMatchObject({ code: 'not_signed_in' })
    expect((await signInWithPasskey(attacker.key)).status).not.toBe(200)
    expect(await factorsOf(attacker.id)).toBe(0)
  })

  test('entering the mailed code removes an attacker’s factors and keeps the sign-in that entered it', async () => {
    const attacker = await addEarlierFactors(await signUp())
    const headers = await world.headersOf(attacker.id)
    await skipAMinute()
    const json = { ...headers, 'content-type': 'application/json' }
    await fetch(`${world.url}/api/me/email-code`, { method: 'POST', headers: json, body: '{}' })
    const body = JSON.stringify({ code: mailedCode(attacker.email) })
    expect((await fetch(`${world.url}/api/me/email`, { method: 'POST', headers: json, body })).status).toBe(200)
    expect((await fetch(`${world.url}/api/me`, { headers })).status).toBe(200)
    expect((await attacker.browser.get('/api/me')).body).toMatchObject({ code: 'not_signed_in' })
    expect(await factorsOf(attacker.id)).toBe(0)
  })

  test('the invitation link shown to the inviter does not verify the address, even for a new account', async () => {
    const { id: organizationId, ownerId } = await buildOrganization(world)
    const email = `${randomUUID()}@example.test`
    const { link } = await (await world.as(ownerId)).invitations.send({ email, role: 'therapist' })
    const browser = openBrowser(world)
    const secret = secretIn(link)
    const account = { secret, password, firstName: 'Ada', lastName: 'Moss' }
    expect((await browser.post('/api/invitations/accept', account)).body).toEqual({ organizationId: null })
    expect((await browser.get('/api/me')).body).toMatchObject({ emailVerified: false, organization: null })
    expect((await browser.post('/api/invitations/join', { secret })).body).toMatchObject({ code: 'email_unverified' })
    expect((await confirm(browser, mailedCode(email))).status).toBe(200)
    expect((await browser.post('/api/invitations/join', { secret })).body).toEqual({ organizationId })
  })

  test('a password reset after the address was confirmed keeps passkeys and authenticator', async () => {
    const person = await signUp()
    await addEarlierFactors(person)
    await confirmAddress(world, person.email)
    const before = await factorsOf(person.id)
    await resetPassword(person.email)
    expect(await factorsOf(person.id)).toBe(before)
  })
})

test('an account without a confirmed address reports that its email is not verified', async () => {
  const id = await buildUser(world, { isVerified: false })
  expect(await (await world.as(id)).accounts.me()).toMatchObject({ emailVerified: false })
})
