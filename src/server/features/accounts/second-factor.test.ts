// Over 400 lines: the use cases of the second factor share the sign-in of a user with an authenticator app.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import * as z from 'zod'
import { password, signUpConfirmed } from '#test/accounts.ts'
import { codeOf } from '#test/authenticator-app.ts'
import { type Browser, createMailWorld, openBrowser } from '#test/browser.ts'
import { buildPasskey } from '#test/build.ts'
import { whileExecuting } from '#test/lock-waits.ts'
import type { World } from '#test/world.ts'

let world: World
const logged: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  ;({ world } = await createMailWorld({ providers: { log } }))
  log.info('begun')
})
afterAll(() => world.close())

/** Creates a user with an authenticator app. Resets used codes for later sign-ins. */
async function setUp() {
  const person = await signUpConfirmed(world)
  const begun = await person.browser.post('/api/auth/two-factor/enable', { password })
  expect(begun).toMatchObject({ status: 200, body: { backupCodes: expect.any(Array) } })
  const uri = String(begun.body['totpURI'])
  const codes = texts(begun.body['backupCodes'])
  expect(await person.browser.post('/api/auth/two-factor/verify-totp', { code: codeOf(uri) })).toMatchObject({
    status: 200,
    text: '{}',
  })
  await clearUsedCodes()
  return { ...person, uri, codes }
}

const texts = (value: unknown) => z.array(z.string()).parse(value)
const clearUsedCodes = () => world.db.deleteFrom('auth_used_codes').execute()

/** Returns a browser that has passed the password step. */
async function enterPassword(email: string): Promise<Browser> {
  const browser = openBrowser(world)
  const response = await browser.post('/api/auth/sign-in/email', { email, password })
  expect(response).toMatchObject({ status: 200, text: '{"twoFactorRedirect":true}' })
  return browser
}

const giveCode = (browser: Browser, code: string) => browser.post('/api/auth/two-factor/verify-totp', { code })
const giveRecoveryCode = (browser: Browser, code: string) =>
  browser.post('/api/auth/two-factor/verify-backup-code', { code })
const isSignedIn = async (browser: Browser) => (await browser.get('/api/me')).status === 200
const hasSecondFactorMark = async (id: string) =>
  (
    await world.db
      .selectFrom('auth_sessions')
      .where('user_id', '=', id)
      .orderBy('created_at', 'desc')
      .select('second_factor_at')
      .executeTakeFirstOrThrow()
  ).second_factor_at !== null

const Details = z.object({ method: z.string().optional() })

async function trailOf(id: string): Promise<string[]> {
  const rows = await world.db
    .selectFrom('audit_events')
    .where('chain', '=', id)
    .orderBy('seq')
    .select(['action', 'details'])
    .execute()
  return rows.map(({ action, details }) => {
    const { method } = Details.parse(details)
    return method === undefined ? action : `${action} (${method})`
  })
}

test('if an authenticator is set up twice at the same time, the later setup is rejected', async () => {
  const { browser, id } = await signUpConfirmed(world)
  const other = sql`insert into auth_two_factors (user_id, secret, backup_codes) values (${id}, '', '')`
  const setUpNow = () => browser.post('/api/auth/two-factor/enable', { password })
  expect(await whileExecuting(world, other, setUpNow)).toMatchObject({ status: 503, body: { code: 'busy' } })
  expect(await setUpNow()).toMatchObject({ status: 200 })
})

describe('setting up an authenticator app', () => {
  test('an authenticator app is set up by a code of the app, and the setup returns ten recovery codes', async () => {
    const { browser, id, email } = await signUpConfirmed(world)
    const begun = await browser.post('/api/auth/two-factor/enable', { password })
    const uri = new URL(String(begun.body['totpURI']))
    expect(decodeURIComponent(uri.pathname)).toBe(`/Attend:${email}`)
    expect(uri.searchParams.get('issuer')).toBe('Attend')
    const codes = texts(begun.body['backupCodes'])
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/)

    expect((await browser.get('/api/me/second-factor')).body).toMatchObject({ recoveryCodesLeft: null })
    const elsewhere = await openBrowser(world).post('/api/auth/sign-in/email', { email, password })
    expect(elsewhere.text).toBe('{}')
    expect(await hasSecondFactorMark(id)).toBe(false)

    expect((await giveCode(browser, codeOf(uri.href, 7))).body).toMatchObject({ code: 'code_wrong' })
    expect((await giveCode(browser, codeOf(uri.href))).text).toBe('{}')
    expect((await browser.get('/api/me/second-factor')).body).toEqual({
      canChange: true,
      isRequired: false,
      isGiven: true,
      requiredBy: [],
      passwordChangedAt: null,
      recoveryCodesLeft: 10,
      passkeys: [],
    })
    expect(await hasSecondFactorMark(id)).toBe(true)
    expect((await trailOf(id)).slice(-2)).toEqual([
      'account.second_factor_failed (authenticator)',
      'account.two_factor_set_up (authenticator)',
    ])
    expect(await trailOf(id)).not.toContain('account.signed_out')
  })

  test('authenticator secret and recovery codes are stored encrypted, and are not in audit trail or log', async () => {
    const { id, uri, codes, email } = await setUp()
    expect((await giveRecoveryCode(await enterPassword(email), codes[9] ?? '')).status).toBe(200)
    expect((await giveRecoveryCode(await enterPassword(email), codes[9] ?? '')).status).toBe(422)
    const kept = await world.db.selectFrom('auth_two_factors').where('user_id', '=', id).selectAll().executeTakeFirst()
    const trail = await world.db.selectFrom('audit_events').where('chain', '=', id).selectAll().execute()
    const used = await world.db.selectFrom('auth_used_codes').selectAll().execute()
    expect(logged.join()).toContain('begun')
    const everything = JSON.stringify([kept, trail, used]) + logged.join()
    const secret = new URL(uri).searchParams.get('secret') ?? ''
    for (const hidden of [secret, Buffer.from(secret).toString('base64'), ...codes]) {
      expect(hidden.length).toBeGreaterThan(5)
      expect(everything).not.toContain(hidden)
    }
  })

  test('setting up an authenticator app rejects a wrong password, a second setup, and anonymous callers', async () => {
    const { browser } = await signUpConfirmed(world)
    const enable = (by: Browser, given: string) => by.post('/api/auth/two-factor/enable', { password: given })
    expect((await enable(browser, 'wrong wrong wrong')).body).toMatchObject({ code: 'password_wrong' })
    expect((await enable((await setUp()).browser, password)).body).toMatchObject({ code: 'two_factor_on' })
    expect((await enable(openBrowser(world), password)).body).toMatchObject({ code: 'not_signed_in' })
  })
})

describe('signing in with a second step', () => {
  test('a user with a second factor is signed in only after the code', async () => {
    const { email, id, uri } = await setUp()
    const before = (await trailOf(id)).length
    const browser = await enterPassword(email)
    expect(browser.cookies.has('attend.session_token')).toBe(false)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await giveCode(browser, codeOf(uri))).text).toBe('{}')
    expect(await isSignedIn(browser)).toBe(true)
    expect(await hasSecondFactorMark(id)).toBe(true)
    expect((await trailOf(id)).slice(before)).toEqual([
      'account.password_accepted',
      'account.signed_in',
      'account.second_factor_used (authenticator)',
    ])
  })

  test('authenticator codes are accepted from clocks that differ by one step at most', async () => {
    const { email, uri } = await setUp()
    // Stops the clock in the middle of a step of 30 seconds.
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 })
    try {
      for (const steps of [-1, 1]) {
        const browser = await enterPassword(email)
        expect((await giveCode(browser, codeOf(uri, steps))).status).toBe(200)
      }
      for (const steps of [-2, 2]) {
        const browser = await enterPassword(email)
        expect((await giveCode(browser, codeOf(uri, steps))).body).toMatchObject({ code: 'code_wrong' })
        expect(await isSignedIn(browser)).toBe(false)
      }
    } finally {
      vi.useRealTimers()
    }
  })

  test('an authenticator code is accepted once, even in parallel requests', async () => {
    const { email, id, uri } = await setUp()
    const browsers = await Promise.all([enterPassword(email), enterPassword(email), enterPassword(email)])
    const code = codeOf(uri)
    const answers = await Promise.all(browsers.map((browser) => giveCode(browser, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body['code'] === 'code_used')).toHaveLength(2)
    expect((await giveCode(await enterPassword(email), code)).body).toMatchObject({ code: 'code_used' })
    expect((await trailOf(id)).filter((line) => line.startsWith('account.second_factor_failed'))).toHaveLength(3)
  })

  test('each recovery code is accepted once, even in parallel requests', async () => {
    const { browser, email, id, codes } = await setUp()
    const [first = '', second = ''] = codes
    const browsers = await Promise.all([enterPassword(email), enterPassword(email)])
    const answers = await Promise.all(browsers.map((one) => giveRecoveryCode(one, first)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
    expect((await giveRecoveryCode(await enterPassword(email), first)).body).toMatchObject({
      code: 'recovery_code_wrong',
    })
    expect((await giveRecoveryCode(await enterPassword(email), second)).status).toBe(200)
    expect((await browser.get('/api/me/second-factor')).body).toMatchObject({ recoveryCodesLeft: 8 })
    expect(await trailOf(id)).toContain('account.second_factor_used (recovery code)')
  })

  test('the second step asks for the password again after five wrong codes', async () => {
    const { email, uri } = await setUp()
    const browser = await enterPassword(email)
    for (let n = 0; n < 5; n++)
      expect((await giveCode(browser, `00000${n}`)).body).toMatchObject({ code: 'code_wrong' })
    expect((await giveCode(browser, codeOf(uri))).body).toMatchObject({ code: 'sign_in_expired' })
    await clearUsedCodes()
    expect((await giveCode(await enterPassword(email), codeOf(uri))).status).toBe(200)
  })

  test('the second step requires the challenge issued after the password', async () => {
    const { uri, codes } = await setUp()
    for (const browser of [openBrowser(world), openBrowser(world)]) {
      expect((await giveCode(browser, codeOf(uri))).body).toMatchObject({ code: 'sign_in_expired' })
      expect((await giveRecoveryCode(browser, codes[0] ?? '')).body).toMatchObject({ code: 'sign_in_expired' })
      browser.cookies.set('attend.two_factor', '2fa-madeup.AAAA')
    }
  })

  test('the second step rejects the library’s other options, such as trusting the device, and its other routes', async () => {
    const { email, uri, codes } = await setUp()
    const browser = await enterPassword(email)
    const calls = [
      ['verify-totp', { code: codeOf(uri), trustDevice: true }],
      ['verify-backup-code', { code: codes[0], trustDevice: true }],
      ['verify-backup-code', { code: codes[0], disableSession: true }],
      ['enable', { password, method: 'otp' }],
    ] as const
    for (const [path, body] of calls) {
      expect((await browser.post(`/api/auth/two-factor/${path}`, body)).body).toMatchObject({ code: 'input_invalid' })
    }
    for (const path of ['get-totp-uri', 'send-otp', 'verify-otp', 'view-backup-codes', 'generate-totp']) {
      expect((await browser.post(`/api/auth/two-factor/${path}`, { password })).body).toMatchObject({
        code: 'not_found',
      })
    }
  })

  test('the second step rejects a deactivated account', async () => {
    const { email, id, uri } = await setUp()
    const browser = await enterPassword(email)
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
    expect((await giveCode(browser, codeOf(uri))).body).toMatchObject({ code: 'login_failed' })
    expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('turning off the authenticator', () => {
  const off = (browser: Browser, given = password) => browser.post('/api/auth/two-factor/disable', { password: given })
  const check = (browser: Browser, given: string) =>
    browser.post('/api/auth/two-factor/check-password', { password: given })

  test('turning off the authenticator requires a recent code and the password', async () => {
    const { email, id, uri } = await setUp()
    const browser = await enterPassword(email)
    await giveCode(browser, codeOf(uri))
    await world.db
      .updateTable('auth_sessions')
      .set({ second_factor_at: new Date(Date.now() - 6 * 60_000) })
      .where('user_id', '=', id)
      .execute()
    expect((await off(browser)).body).toMatchObject({ code: 'code_required' })
    expect((await check(browser, 'wrong wrong wrong')).body).toMatchObject({ code: 'password_wrong' })
    expect((await check(browser, password)).status).toBe(200)
    expect((await giveCode(browser, codeOf(uri, 1))).status).toBe(200)
    expect((await off(browser, 'wrong wrong wrong')).body).toMatchObject({ code: 'password_wrong' })
    expect((await off(browser)).text).toBe('{}')

    expect((await browser.get('/api/me/second-factor')).body).toMatchObject({ recoveryCodesLeft: null })
    expect(await world.db.selectFrom('auth_two_factors').where('user_id', '=', id).execute()).toEqual([])
    expect((await openBrowser(world).post('/api/auth/sign-in/email', { email, password })).text).toBe('{}')
    expect((await trailOf(id)).slice(-4)).toEqual([
      'account.second_factor_used (authenticator)',
      'account.password_refused (password)',
      'account.two_factor_switched_off (password)',
      'account.signed_in',
    ])
  })

  test('turning off the authenticator accepts a recovery code instead of a code of the app', async () => {
    const { browser, id, codes } = await setUp()
    await world.db.updateTable('auth_sessions').set({ second_factor_at: null }).where('user_id', '=', id).execute()
    expect((await giveRecoveryCode(browser, codes[3] ?? '')).status).toBe(200)
    expect((await off(browser)).status).toBe(200)
  })
})

describe('new recovery codes', () => {
  test('new recovery codes require the password and invalidate the old codes', async () => {
    const { browser, email, id, codes } = await setUp()
    const renew = (given: string) => browser.post('/api/auth/two-factor/generate-backup-codes', { password: given })
    expect((await renew('wrong wrong wrong')).body).toMatchObject({ code: 'password_wrong' })
    const renewed = texts((await renew(password)).body['backupCodes'])
    expect(renewed).toHaveLength(10)
    expect((await giveRecoveryCode(await enterPassword(email), codes[0] ?? '')).body).toMatchObject({
      code: 'recovery_code_wrong',
    })
    expect((await giveRecoveryCode(await enterPassword(email), renewed[0] ?? '')).status).toBe(200)
    expect(await trailOf(id)).toContain('account.recovery_codes_renewed (password)')
  })
})

describe('second factor in the demo practice', () => {
  test('the second factor cannot be changed on the shared accounts of the demo practice', async () => {
    const id = 'de300000-0000-8000-8000-000000000009'
    await world.db.insertInto('users').values({ id, email: 'demo@example.test', email_verified: true }).execute()
    const headers = { ...(await world.headersOf(id)), 'content-type': 'application/json' }
    const ask = async (path: string) => {
      const body = JSON.stringify({ password })
      return (await fetch(`${world.url}/api/auth/two-factor/${path}`, { method: 'POST', headers, body })).json()
    }
    expect(await ask('enable')).toMatchObject({ code: 'password_wrong' })
    const api = await world.as(id)
    expect(await api.accounts.secondFactor()).toMatchObject({ canChange: false })
  })
})

describe('second factor of another user', () => {
  test('the second factor of another user is hidden', async () => {
    const { browser: other } = await signUpConfirmed(world)
    await setUp()
    expect((await other.get('/api/me/second-factor')).body).toMatchObject({ recoveryCodesLeft: null, passkeys: [] })
    expect((await openBrowser(world).get('/api/me/second-factor')).body).toMatchObject({ code: 'not_signed_in' })
  })
})

test.each(['verify-totp', 'verify-backup-code', 'disable'])(
  'a request to %s without its field does not count as the second factor of a user who has a passkey',
  async (route) => {
    const { browser, id, email } = await signUpConfirmed(world)
    await buildPasskey(world, id)
    const signedIn = openBrowser(world)
    await signedIn.post('/api/auth/sign-in/email', { email, password })
    for (const one of [browser, signedIn])
      expect((await one.post(`/api/auth/two-factor/${route}`)).status).toBeGreaterThan(399)
    expect(await hasSecondFactorMark(id)).toBe(false)
    expect(await trailOf(id)).not.toContain('account.second_factor_used (recovery code)')
  },
)

describe('confirming the identity before a signature by a code', () => {
  /** The confirmations of all sign-ins of a user. */
  const confirmations = async (userId: string) =>
    (await world.db.selectFrom('auth_sessions').where('user_id', '=', userId).select('confirmed_with').execute())
      .map((row) => row.confirmed_with)
      .filter((method) => method !== null)

  test('a code of the app confirms the identity for its own sign-in only, and the audit trail names the method', async () => {
    const { browser, id, uri } = await setUp()
    await world.as(id)
    expect(await confirmations(id)).toEqual([])
    expect((await giveCode(browser, codeOf(uri))).status).toBe(200)
    expect(await confirmations(id)).toEqual(['totp'])
    expect((await browser.get('/api/me')).body).toMatchObject({ id })
    expect((await trailOf(id)).at(-1)).toBe('account.second_factor_used (authenticator)')
  })

  test('a wrong, an expired and a used code do not confirm the identity', async () => {
    const { browser, id, uri, email } = await setUp()
    for (const wrong of ['000000', codeOf(uri, -3), codeOf(uri, 3), ''])
      expect((await giveCode(browser, wrong)).status).toBe(422)
    const other = await enterPassword(email)
    const code = codeOf(uri)
    expect((await giveCode(other, code)).status).toBe(200)
    expect((await giveCode(browser, code)).body).toMatchObject({ code: 'code_used' })
    expect(await confirmations(id)).toEqual([])
  })

  test('codes of a setup, of a sign-in and of another account do not confirm the identity', async () => {
    const first = await setUp()
    expect(await confirmations(first.id)).toEqual([])
    const second = await setUp()
    expect((await giveCode(second.browser, codeOf(first.uri))).body).toMatchObject({ code: 'code_wrong' })
    expect(await confirmations(second.id)).toEqual([])
    const signingIn = await enterPassword(first.email)
    expect((await giveCode(signingIn, codeOf(first.uri))).status).toBe(200)
    expect(await isSignedIn(signingIn)).toBe(true)
    expect(await confirmations(first.id)).toEqual([])
    const without = await signUpConfirmed(world)
    expect((await giveCode(without.browser, '123456')).status).toBeGreaterThan(399)
    expect(await confirmations(without.id)).toEqual([])
  })

  test.each(['check-password', 'verify-totp'])(
    'a request to %s without its field or with a field of another type does not confirm the identity',
    async (route) => {
      const { browser, id } = await setUp()
      for (const body of [{}, { password: 5 }, { code: 5 }, { password: null }, { code: '1'.repeat(65) }])
        expect((await browser.post(`/api/auth/two-factor/${route}`, body)).status).toBeGreaterThan(399)
      expect(await confirmations(id)).toEqual([])
    },
  )

  test('refused attempts add at most twenty events an hour to the audit trail', async () => {
    const { browser, id } = await setUp()
    const check = () => browser.post('/api/auth/two-factor/check-password', { password: 'wrong wrong wrong' })
    for (let n = 0; n < 25; n++) expect((await check()).body).toMatchObject({ code: 'password_wrong' })
    const refusals = (await trailOf(id)).filter((event) => event.startsWith('account.password_refused'))
    expect(refusals).toHaveLength(20)
  })

  test('a recovery code does not confirm the identity', async () => {
    const { browser, id, codes } = await setUp()
    await giveRecoveryCode(browser, codes[0] ?? '')
    expect(await confirmations(id)).toEqual([])
  })
})
