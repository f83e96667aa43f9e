import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FakeMailer } from '#server/providers/mail/fake.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import { publicUrlOf } from '#server/public-url.ts'
import { password, signUpConfirmed } from '#test/accounts.ts'
import { codeOf } from '#test/authenticator-app.ts'
import { createMailWorld, exchange, openBrowser } from '#test/browser.ts'
import { whileEventsFail } from '#test/failing-events.ts'
import type { World } from '#test/world.ts'

const newPassword = 'amber lantern 77 doves'

/** Allows for the time in which the worker sends the mail. */
const soon = { timeout: 15_000 }

let world: World
let sent: Mail[]
let mailer: FakeMailer

beforeAll(async () => {
  const made = await createMailWorld()
  world = made.world
  sent = made.mail.sent
  mailer = made.mail
  await world.worker()
})
afterAll(() => world.close())

/** Requests a reset mail and returns its link. */
async function linkFor(email: string): Promise<URL> {
  const before = sent.length
  const response = await openBrowser(world).post('/api/auth/request-password-reset', {
    email,
    redirectTo: '/reset-password',
  })
  expect(response.status).toBe(200)
  await expect.poll(() => sent.length, soon).toBe(before + 1)
  const mail = sent.at(-1)
  expect(mail).toMatchObject({ to: email, subject: 'Reset your Attend password' })
  const [link] = /http\S+/.exec(mail?.text ?? '') ?? []
  return new URL(link ?? '')
}

function tokenOf(link: URL): string {
  return link.hash.slice(1)
}

function reset(token: string, chosen = newPassword) {
  return openBrowser(world).post('/api/auth/reset-password', { newPassword: chosen, token })
}

function signInWith(email: string, given: string) {
  return openBrowser(world).post('/api/auth/sign-in/email', { email, password: given })
}

describe('password reset', () => {
  test('a password reset keeps the second factor', async () => {
    const { email, browser } = await signUpConfirmed(world)
    const begun = await browser.post('/api/auth/two-factor/enable', { password })
    const uri = String(begun.body['totpURI'])
    expect((await browser.post('/api/auth/two-factor/verify-totp', { code: codeOf(uri) })).status).toBe(200)
    expect((await reset(tokenOf(await linkFor(email)))).status).toBe(200)
    const again = openBrowser(world)
    const response = await again.post('/api/auth/sign-in/email', { email, password: newPassword })
    expect(response.text).toBe('{"twoFactorRedirect":true}')
    expect((await again.get('/api/me')).status).toBe(401)
  })

  test('a password reset accepts the token of the mailed link, which is in the fragment', async () => {
    const { email } = await signUpConfirmed(world)
    const link = await linkFor(email)
    expect(link.origin).toBe(publicUrlOf(world.config))
    expect(link.pathname + link.search).toBe('/reset-password')
    expect(tokenOf(link)).toMatch(/^[\w-]{32}$/)
    const check = (token: string) => openBrowser(world).post('/api/auth/reset-password/check', { token })
    expect((await check(tokenOf(link))).body).toEqual({ isValid: true })
    expect((await check('made-up')).body).toEqual({ isValid: false })
    expect((await openBrowser(world).get(`/api/auth/reset-password/${tokenOf(link)}?callbackURL=/`)).status).toBe(404)
    expect((await reset(tokenOf(link))).status).toBe(200)
    expect((await signInWith(email, newPassword)).status).toBe(200)
    expect((await signInWith(email, password)).body).toMatchObject({ code: 'login_failed' })
  })

  test('a password reset ends every sign-in', async () => {
    const { email, browser } = await signUpConfirmed(world)
    expect((await browser.get('/api/me')).status).toBe(200)
    await reset(tokenOf(await linkFor(email)))
    expect((await browser.get('/api/me')).body).toMatchObject({ code: 'not_signed_in' })
  })

  test('a password reset invalidates other reset links and a pending second step', async () => {
    const { email, browser } = await signUpConfirmed(world)
    const begun = await browser.post('/api/auth/two-factor/enable', { password })
    const uri = String(begun.body['totpURI'])
    await browser.post('/api/auth/two-factor/verify-totp', { code: codeOf(uri) })
    await world.db.deleteFrom('auth_used_codes').execute()
    const thief = openBrowser(world)
    expect((await thief.post('/api/auth/sign-in/email', { email, password })).text).toContain('twoFactorRedirect')
    const [first, second] = [await linkFor(email), await linkFor(email)]
    expect((await reset(tokenOf(second))).status).toBe(200)
    expect((await reset(tokenOf(first))).body).toMatchObject({ code: 'reset_link_invalid' })
    expect((await thief.post('/api/auth/two-factor/verify-totp', { code: codeOf(uri) })).body).toMatchObject({
      code: 'sign_in_expired',
    })
  })

  test('a password reset that fails halfway has ended every sign-in', async () => {
    const { email, browser } = await signUpConfirmed(world)
    const token = tokenOf(await linkFor(email))
    await whileEventsFail(world, 'account.password_changed', async () => {
      expect((await reset(token)).status).toBe(500)
    })
    expect((await browser.get('/api/me')).body).toMatchObject({ code: 'not_signed_in' })
  })

  test('a password reset accepts no other fields, no token in the address, and no password over 1,024 characters', async () => {
    const { email } = await signUpConfirmed(world)
    const token = tokenOf(await linkFor(email))
    const send = (path: string, body: object) => openBrowser(world).post(`/api/auth/reset-password${path}`, body)
    expect((await send('', { newPassword, token, more: 1 })).body).toMatchObject({ code: 'input_invalid' })
    expect((await send('/check', { token, more: 1 })).body).toMatchObject({ code: 'input_invalid' })
    expect((await send(`?token=${token}`, { newPassword })).body).toMatchObject({ code: 'reset_link_invalid' })
    expect((await reset(token, newPassword.repeat(60))).body).toMatchObject({
      code: 'password_long',
      message: 'Password must be at most 1,024 characters long',
    })
    expect((await reset(token)).status).toBe(200)
  })

  test('a password reset is recorded in the audit trail', async () => {
    const { email } = await signUpConfirmed(world)
    await reset(tokenOf(await linkFor(email)))
    const { id } = await world.db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow()
    const events = await world.db.selectFrom('audit_events').where('chain', '=', id).select('action').execute()
    expect(events.map((event) => event.action)).toContain('account.password_changed')
  })

  test('a reset link can be used only once', async () => {
    const { email } = await signUpConfirmed(world)
    const token = tokenOf(await linkFor(email))
    const both = await Promise.all([reset(token), reset(token, 'cobalt mirror 19 geese')])
    expect(new Set(both.map((response) => response.status))).toEqual(new Set([200, 400]))
    expect(await reset(token)).toMatchObject({
      status: 400,
      body: { code: 'reset_link_invalid', message: 'Invalid or expired password reset link' },
    })
  })

  test('a password reset rejects expired and forged links', async () => {
    const { email } = await signUpConfirmed(world)
    const token = tokenOf(await linkFor(email))
    await world.db
      .updateTable('auth_verifications')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    expect((await reset(token)).body).toMatchObject({ code: 'reset_link_invalid' })
    expect((await reset('made-up')).body).toMatchObject({ code: 'reset_link_invalid' })
    expect((await reset('')).body).toMatchObject({ code: 'reset_link_invalid' })
    expect((await signInWith(email, password)).status).toBe(200)
  })

  test('a password reset enforces the password rules, and a rejected password does not use up the link', async () => {
    const { email } = await signUpConfirmed(world)
    const token = tokenOf(await linkFor(email))
    expect((await reset(token, '12345')).body).toMatchObject({ message: 'Password must be at least 6 characters long' })
    expect((await reset(token, 'password1')).body).toMatchObject({ code: 'password_weak' })
    expect((await reset(token)).status).toBe(200)
  })

  test.each([['null'], ['[]'], ['1'], ['']])('a password reset without a password is rejected: %s', async (body) => {
    const headers = { origin: world.url, 'content-type': 'application/json' }
    const response = await exchange(`${world.url}/api/auth/reset-password`, 'POST', headers, body)
    expect(response).toMatchObject({ status: 422, body: { code: 'password_short' } })
  })

  test('a password reset does not reactivate a deactivated account', async () => {
    const { email } = await signUpConfirmed(world)
    const token = tokenOf(await linkFor(email))
    await world.db.updateTable('users').set({ is_active: false }).where('email', '=', email).execute()
    await reset(token)
    expect((await signInWith(email, newPassword)).body).toMatchObject({ code: 'login_failed' })
  })
})

test('a reset request for a deactivated account gets the usual response and a mail without a link', async () => {
  const { email } = await signUpConfirmed(world)
  const other = await signUpConfirmed(world)
  await world.db.updateTable('users').set({ is_active: false }).where('email', '=', email).execute()
  const ask = (address: string) => openBrowser(world).post('/api/auth/request-password-reset', { email: address })
  const lastMailTo = (address: string) => sent.findLast(({ to }) => to === address)
  const [inactive, active] = [await ask(email), await ask(other.email)]
  expect([inactive.status, inactive.text]).toEqual([active.status, active.text])
  await expect
    .poll(() => lastMailTo(email), soon)
    .toMatchObject({
      subject: 'Your Attend account is inactive',
      text: expect.stringContaining('Your Attend administrator can activate it.'),
    })
  expect(lastMailTo(email)?.text).not.toMatch(/http|reset-password/)
  await expect.poll(() => lastMailTo(other.email)?.subject, soon).toBe('Reset your Attend password')
})

describe('while the mail server is down', () => {
  test('while the mail server is down, the queue stores a reset mail as ids only, and its link is valid from the time of sending', async () => {
    const { email } = await signUpConfirmed(world)
    const { id } = await world.db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow()
    const jobs = async () => {
      const { rows } = await sql<{ data: unknown; state: string; tries: number }>`
        select data, state::text, retry_count as tries from pgboss.job
          where name = 'accounts.reset_mail' and data->>'userId' = ${id}`.execute(world.db)
      return rows
    }
    const before = sent.length
    mailer.fail(new Error('connect ECONNREFUSED'))
    const response = await openBrowser(world).post('/api/auth/request-password-reset', { email })
    expect(response.status).toBe(200)
    await expect.poll(jobs, soon).toMatchObject([{ data: { userId: id }, state: 'retry' }])
    expect(Object.keys(Object((await jobs())[0]?.data))).toEqual(['userId', 'requestId'])
    expect(sent.length).toBe(before)
    // Makes the earlier links expire, as if hours had passed.
    await world.db
      .updateTable('auth_verifications')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    mailer.fail(undefined)
    await expect.poll(() => sent.length, soon).toBe(before + 1)
    const [link] = /http\S+/.exec(sent.at(-1)?.text ?? '') ?? []
    expect((await reset(tokenOf(new URL(link ?? '')))).status).toBe(200)
    expect((await signInWith(email, newPassword)).status).toBe(200)
  }, 60_000)
})

describe('requesting a reset mail', () => {
  test('a reset request gets its response without waiting for the queue, so timing reveals nothing', async () => {
    const { email } = await signUpConfirmed(world)
    const before = sent.length
    await world.db.transaction().execute(async (blocking) => {
      await sql`lock table pgboss.job in access exclusive mode`.execute(blocking)
      const ask = (address: string) => openBrowser(world).post('/api/auth/request-password-reset', { email: address })
      expect((await ask(email)).status).toBe(200)
      expect((await ask(`${randomUUID()}@example.test`)).status).toBe(200)
      expect(sent.length).toBe(before)
    })
    await expect.poll(() => sent.length, soon).toBe(before + 1)
  })

  test('a reset request does not reveal whether the address has an account', async () => {
    const { email } = await signUpConfirmed(world)
    const ask = (address: string) =>
      openBrowser(world).post('/api/auth/request-password-reset', { email: address, redirectTo: '/reset-password' })
    const [known, unknown] = [await ask(email), await ask(`${randomUUID()}@example.test`)]
    expect(unknown.status).toBe(200)
    expect(unknown.text).toBe(known.text)
    const namesOf = (response: typeof known) => Object.keys(response.headers).toSorted()
    expect(namesOf(unknown)).toEqual(namesOf(known))
  })

  test('the database does not contain the token of a reset link', async () => {
    const { email } = await signUpConfirmed(world)
    const token = tokenOf(await linkFor(email))
    const rows = await world.db.selectFrom('auth_verifications').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('a reset link has the public URL, regardless of the host in the headers', async () => {
    const { email } = await signUpConfirmed(world)
    const before = sent.length
    const headers = {
      'x-forwarded-host': 'elsewhere.example',
      origin: world.url,
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ email })
    await exchange(`${world.url}/api/auth/request-password-reset`, 'POST', headers, body)
    await expect.poll(() => sent.length, soon).toBe(before + 1)
    expect(sent.at(-1)?.text).toContain(`${publicUrlOf(world.config)}/reset-password#`)
    expect(sent.at(-1)?.text).not.toMatch(/elsewhere|127\.0\.0\.1/)
  })
})
