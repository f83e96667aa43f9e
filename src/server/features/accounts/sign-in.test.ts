import { argon2Sync, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#test/accounts.ts'
import { type Browser, createMailWorld, exchange, openBrowser } from '#test/browser.ts'
import { whileEventsFail } from '#test/failing-events.ts'
import type { World } from '#test/world.ts'

const password = 'violet harbour 41 kites'
const newEmail = () => `${randomUUID()}@example.test`

let world: World

beforeAll(async () => {
  ;({ world } = await createMailWorld())
})
afterAll(() => world.close())

async function signUp(email = newEmail(), given = password): Promise<{ browser: Browser; email: string }> {
  const browser = openBrowser(world)
  const response = await browser.post('/api/auth/sign-up/email', { email, password: given, name: '' })
  expect(response).toMatchObject({ status: 200 })
  return { browser, email }
}

async function accountOf(email: string) {
  return world.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
}

describe('signing up', () => {
  test('signing up creates a regular account, signs the user in, and starts the audit chain of the account', async () => {
    const email = newEmail()
    const { browser } = await signUp(email.toUpperCase())
    const account = await accountOf(email)
    expect(account).toMatchObject({ role: 'user', is_active: true, default_note_type: 'SOAP', license_type: 'Other' })
    expect(account.notification_settings).toEqual({
      low_sessions_remaining: true,
      homework_completed: true,
      client_transferred: true,
    })
    expect((await browser.get('/api/me')).body).toMatchObject({ email, organization: null })
    const events = world.db.selectFrom('audit_events').where('chain', '=', account.id).orderBy('seq')
    expect((await events.select(['seq', 'action']).execute()).slice(0, 2)).toEqual([
      { seq: 1, action: 'account.created' },
      { seq: 2, action: 'account.signed_in' },
    ])
  })

  test('an account whose first event cannot be recorded is not created', async () => {
    const email = newEmail()
    const send = () => openBrowser(world).post('/api/auth/sign-up/email', { email, password, name: '' })
    await whileEventsFail(world, 'account.created', async () => expect((await send()).status).toBe(400))
    const found = await world.db.selectFrom('users').select('id').where('email', '=', email).execute()
    expect(found).toEqual([])
    expect((await send()).status).toBe(200)
  })

  test('a password is accepted in each Unicode form, also if an older version stored the typed form', async () => {
    const typed = 'für violet hărbour 41'
    const { email } = await signUp(newEmail(), typed.normalize('NFD'))
    const statuses = async () => {
      const forms = (['NFC', 'NFD'] as const).map((form) => typed.normalize(form))
      return await Promise.all(forms.map(async (given) => (await signIn(world, email, given)).status))
    }
    expect(await statuses()).toEqual([200, 200])
    const nonce = Buffer.alloc(16, 1)
    const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
    const tag = argon2Sync('argon2id', { message: typed.normalize('NFD'), nonce, ...cost })
    const hash = `$argon2id$v=19$m=19456,t=2,p=1$${nonce.toString('base64url')}$${tag.toString('base64url')}`
    const { id } = await accountOf(email)
    await world.db.updateTable('auth_accounts').set({ password: hash }).where('user_id', '=', id).execute()
    expect(await statuses()).toEqual([401, 200])
  })

  test('signing up rejects a password over 1,024 characters', async () => {
    const body = { email: newEmail(), password: password.repeat(50), name: '' }
    expect(await openBrowser(world).post('/api/auth/sign-up/email', body)).toMatchObject({
      status: 422,
      body: { code: 'password_long' },
    })
  })

  test('signing up stores the password only as an argon2id hash', async () => {
    const { email } = await signUp()
    const { id } = await accountOf(email)
    const kept = await world.db
      .selectFrom('auth_accounts')
      .selectAll()
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(kept.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(kept)).not.toContain(password)
  })

  test('signing up reports that an address is taken', async () => {
    const { email } = await signUp()
    const again = await openBrowser(world).post('/api/auth/sign-up/email', { email, password, name: '' })
    expect(again).toMatchObject({
      status: 409,
      body: {
        code: 'email_taken',
        message: 'An account with this email already exists. Sign in or reset your password.',
      },
    })
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  test('a sign-up that fails in the database is reported and stores no account', async () => {
    const email = newEmail()
    const rule = `no_${email.slice(0, 8)}`
    await sql`alter table users add constraint ${sql.ref(rule)} check (email <> ${sql.lit(email)}) not valid`.execute(
      world.db,
    )
    const response = await openBrowser(world).post('/api/auth/sign-up/email', { email, password, name: '' })
    await sql`alter table users drop constraint ${sql.ref(rule)}`.execute(world.db)
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'account_create_failed', message: 'Failed to create account' },
    })
    expect(await world.db.selectFrom('users').where('email', '=', email).execute()).toEqual([])
  })

  test.each([
    ['12345', 'password_short', 'Password must be at least 6 characters long'],
    ['', 'password_short', 'Password must be at least 6 characters long'],
    ['password', 'password_weak', 'This password is easily guessed. Add another word or a few unusual characters.'],
    ['qwerty123', 'password_weak', 'This password is easily guessed. Add another word or a few unusual characters.'],
    ['Summer2026!', 'password_weak', 'This password is easily guessed. Add another word or a few unusual characters.'],
  ])('signing up rejects the password %j', async (weak, code, message) => {
    const email = newEmail()
    const response = await openBrowser(world).post('/api/auth/sign-up/email', { email, password: weak, name: '' })
    expect(response).toMatchObject({ status: 422, body: { code, message } })
    expect(await world.db.selectFrom('users').where('email', '=', email).execute()).toEqual([])
  })

  test('signing up rejects the user’s address as a password', async () => {
    const response = await openBrowser(world).post('/api/auth/sign-up/email', {
      email: 'marisol.quintero@example.test',
      password: 'marisol.quintero',
      name: '',
    })
    expect(response.body).toMatchObject({ code: 'password_weak' })
  })

  test.each([
    ['an invalid address', { email: 'nobody', password, name: '' }],
    [
      'an address too long for mail',
      {
        email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.test`,
        password,
        name: '',
      },
    ],
    ['no address', { password, name: '' }],
    ['a list for an address', { email: ['a@example.test'], password, name: '' }],
    ['an overlong password', { email: 'long@example.test', password: 'xy3$'.repeat(300), name: '' }],
  ])('signing up rejects %s', async (_, body) => {
    const response = await openBrowser(world).post('/api/auth/sign-up/email', body)
    expect(response.status).toBe(422)
    expect(response.text).not.toMatch(/select|insert|kysely|at \w+ \(/i)
  })

  test.each([
    { id: '00000000-0000-4000-8000-000000000001' },
    { role: 'admin' },
    { isActive: false },
    { is_active: false },
    { emailVerified: true },
    { stripeCustomerId: 'cus_1' },
    { stripe_customer_id: 'cus_1' },
    { timeZone: 'Nowhere/Land' },
    { createdAt: '2001-01-01' },
  ])('signing up accepts only email, password and name, not %j', async (more) => {
    const email = newEmail()
    const response = await openBrowser(world).post('/api/auth/sign-up/email', { email, password, name: '', ...more })
    const made = await world.db.selectFrom('users').where('email', '=', email).selectAll().execute()
    expect([200, 422]).toContain(response.status)
    expect(made).toHaveLength(response.status === 200 ? 1 : 0)
    for (const account of made) {
      expect(account).toMatchObject({ role: 'user', is_active: true, email_verified: false, stripe_customer_id: null })
      expect(account.time_zone).toBe('UTC')
      expect(account.id).not.toMatch(/^00000000-/)
      expect(account.created_at.getFullYear()).toBeGreaterThan(2001)
    }
  })
})

describe('signing in', () => {
  test('signing in sets a cookie that scripts cannot read and other sites do not send', async () => {
    const { email } = await signUp()
    const response = await openBrowser(world).post('/api/auth/sign-in/email', { email, password })
    expect(response.status).toBe(200)
    const [cookie = ''] = [response.headers['set-cookie'] ?? []].flat()
    expect(cookie).toMatch(/^attend\.session_token=/)
    expect(cookie.split('; ').slice(1).toSorted()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'])
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.text).toBe('{}')
  })

  test('a wrong password and an unknown account get the same sign-in response', async () => {
    const { email } = await signUp()
    const wrong = await openBrowser(world).post('/api/auth/sign-in/email', { email, password: 'violet harbour 42' })
    const unknown = await openBrowser(world).post('/api/auth/sign-in/email', { email: newEmail(), password })
    for (const response of [wrong, unknown]) {
      expect(response).toMatchObject({ status: 401, body: { code: 'login_failed', message: 'Login failed' } })
      expect(response.headers['set-cookie']).toBeUndefined()
    }
    expect(wrong.text).toBe(unknown.text)
  })

  test('a deactivated account gets the response of a wrong password', async () => {
    const { browser, email } = await signUp()
    await world.db.updateTable('users').set({ is_active: false }).where('email', '=', email).execute()
    const response = await openBrowser(world).post('/api/auth/sign-in/email', { email, password })
    expect(response).toMatchObject({ status: 401, body: { code: 'login_failed', message: 'Login failed' } })
    expect((await browser.get('/api/me')).body).toMatchObject({ code: 'not_signed_in' })
  })

  test('an expired sign-in is rejected', async () => {
    const { browser } = await signUp()
    expect((await browser.get('/api/me')).status).toBe(200)
    await world.db
      .updateTable('auth_sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    expect((await browser.get('/api/me')).body).toMatchObject({
      code: 'not_signed_in',
      message: 'User not authenticated',
    })
  })

  test('a changed or forged sign-in cookie is rejected', async () => {
    const { browser } = await signUp()
    const name = 'attend.session_token'
    const cookie = browser.cookies.get(name) ?? ''
    const [token = ''] = decodeURIComponent(cookie).split('.')
    for (const forged of [
      token,
      `${token}.`,
      `${token}.AAAA`,
      `x${cookie}`,
      '',
      'a.b',
      '%',
      `${token}.${'A'.repeat(44)}`,
    ]) {
      browser.cookies.set(name, forged)
      expect([forged, (await browser.get('/api/me')).status]).toEqual([forged, 401])
    }
    browser.cookies.set(name, cookie)
    expect((await browser.get('/api/me')).status).toBe(200)
  })
})

describe('signing out', () => {
  test('signing out ends the sign-in at once, also for a copy of the cookie', async () => {
    const { browser, email } = await signUp()
    const copy = openBrowser(world)
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    expect((await copy.get('/api/me')).status).toBe(200)
    expect((await browser.post('/api/auth/sign-out')).status).toBe(200)
    expect(browser.cookies.has('attend.session_token')).toBe(false)
    expect((await copy.get('/api/me')).body).toMatchObject({ code: 'not_signed_in' })
    const { id } = await accountOf(email)
    const last = world.db.selectFrom('audit_events').where('chain', '=', id).orderBy('seq', 'desc').select('action')
    expect((await last.executeTakeFirst())?.action).toBe('account.signed_out')
  })
})

describe('cross-site requests', () => {
  test.each([
    ['another site', { origin: 'https://elsewhere.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a name with the same prefix', { origin: 'http://127.0.0.1.elsewhere.example' }],
    ['a form of another site', { origin: '', 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { origin: '', 'sec-fetch-site': 'same-site' }],
  ])('a request from %s is rejected', async (_, headers) => {
    const { browser, email } = await signUp()
    const { origin, ...others } = { ...headers }
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = { ...others, cookie, 'content-type': 'application/json', ...(origin ? { origin } : {}) }
    const calls = [
      ['POST', '/api/auth/sign-in/email', { email, password }],
      ['POST', '/api/auth/sign-out', {}],
      ['PATCH', '/api/me', { firstName: 'Changed' }],
    ] as const
    for (const [method, path, body] of calls) {
      const response = await exchange(world.url + path, method, sent, JSON.stringify(body))
      expect([path, response.status, response.body['code']]).toEqual([path, 403, 'foreign_origin'])
    }
    expect((await browser.get('/api/me')).body).toMatchObject({ firstName: '' })
  })

  test('a sign-in request with a form body is rejected', async () => {
    const { email } = await signUp()
    const body = new URLSearchParams({ email, password }).toString()
    const headers = { origin: world.url, 'content-type': 'text/plain' }
    expect((await exchange(`${world.url}/api/auth/sign-in/email`, 'POST', headers, body)).status).toBeGreaterThan(399)
  })
})

describe('routes of better-auth', () => {
  let browser: Browser
  beforeAll(async () => {
    ;({ browser } = await signUp())
  })

  test.each([
    'get-session',
    'list-sessions',
    'update-user',
    'update-session',
    'change-email',
    'change-password',
    'set-password',
    'delete-user',
    'revoke-session',
    'revoke-sessions',
    'revoke-other-sessions',
    'verify-email',
    'send-verification-email',
    'sign-in/social',
    'link-social',
    'callback/google',
    'list-accounts',
    'refresh-token',
    'get-access-token',
    'verify-password',
    'error',
    'ok',
    'sign-in/email/',
    '/sign-in/email',
    'sign-in%2Femail',
    'reset-password/a/b',
    '',
  ])('/api/auth/%s is not served', async (path) => {
    expect((await browser.get(`/api/auth/${path}`)).body).toMatchObject({ code: 'not_found' })
    expect((await browser.post(`/api/auth/${path}`)).body).toMatchObject({ code: 'not_found' })
  })

  test.each(['sign-in/email', 'sign-up/email', 'sign-out', 'request-password-reset', 'reset-password'])(
    '/api/auth/%s does nothing on GET',
    async (path) => {
      expect((await browser.get(`/api/auth/${path}`)).status).toBe(404)
      expect((await browser.get('/api/me')).status).toBe(200)
    },
  )

  test('better-auth routes reject bodies larger than a form, with or without a declared length', async () => {
    const huge = JSON.stringify({ email: newEmail(), password, name: 'x'.repeat(20_000) })
    const headers = { origin: world.url, 'content-type': 'application/json' }
    const url = `${world.url}/api/auth/sign-up/email`
    expect((await exchange(url, 'POST', headers, huge)).body).toMatchObject({ code: 'too_large' })
    const unknown = { ...headers, 'transfer-encoding': 'chunked' }
    expect((await exchange(url, 'POST', unknown, huge)).body).toMatchObject({ code: 'too_large' })
  })

  test.each([
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/%5celsewhere.example',
    'javascript:alert(1)',
  ])('sign-in routes do not redirect to %s', async (target) => {
    const { email } = await signUp()
    const visitor = openBrowser(world)
    const refused = await visitor.post('/api/auth/sign-in/email', { email, password, callbackURL: target })
    expect(refused.status).toBe(403)
    expect(visitor.cookies.size).toBe(0)
    const reset = await visitor.post('/api/auth/request-password-reset', { email, redirectTo: target })
    expect(reset.status).toBe(403)
    const path = `/api/auth/reset-password/abcdef?callbackURL=${encodeURIComponent(target)}`
    for (const headers of [{}, { origin: 'https://elsewhere.example' }]) {
      const link = await visitor.get(path, headers)
      expect([link.status, link.headers['location']]).toEqual([404, undefined])
    }
  })
})
