import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, signUpConfirmed } from '#test/accounts.ts'
import { codeOf } from '#test/authenticator-app.ts'
import { createAuthenticatorKey } from '#test/authenticator-key.ts'
import { type Browser, createMailWorld, openBrowser } from '#test/browser.ts'
import type { World } from '#test/world.ts'

let world: World

beforeAll(async () => {
  ;({ world } = await createMailWorld())
})
afterAll(() => world.close())

async function challenge(browser: Browser, ceremony: 'register' | 'authenticate'): Promise<string> {
  const response = await browser.get(`/api/auth/passkey/generate-${ceremony}-options`)
  expect(response.status).toBe(200)
  return String(response.body['challenge'])
}

type Key = ReturnType<typeof createAuthenticatorKey>
const newKey = (more: object = {}) => createAuthenticatorKey({ origin: world.url, ...more })

async function add(browser: Browser, key: Key, body: object = {}) {
  const response = key.register(await challenge(browser, 'register'))
  return browser.post('/api/auth/passkey/verify-registration', { response, name: 'Laptop', password, ...body })
}

async function signIn(browser: Browser, key: Key) {
  const response = key.authenticate(await challenge(browser, 'authenticate'))
  return browser.post('/api/auth/passkey/verify-authentication', { response })
}

async function signUpWithPasskey() {
  const person = await signUpConfirmed(world)
  const key = newKey()
  expect(await add(person.browser, key)).toMatchObject({ status: 200, text: '{}' })
  return { ...person, key }
}

const passkeysOf = async (browser: Browser) => (await browser.get('/api/me/second-factor')).body['passkeys']

async function trailOf(id: string): Promise<string[]> {
  const events = world.db.selectFrom('audit_events').where('chain', '=', id).orderBy('seq')
  return (await events.select('action').execute()).map(({ action }) => action)
}

describe('adding a passkey', () => {
  test('adding a passkey requires a discoverable key with user verification', async () => {
    const { browser } = await signUpConfirmed(world)
    const options = await browser.get('/api/auth/passkey/generate-register-options')
    expect(options.body).toMatchObject({
      rp: { name: 'Attend', id: new URL(world.url).hostname },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
  })

  test('adding a passkey requires a name and the password', async () => {
    const { browser, id } = await signUpConfirmed(world)
    const key = newKey()
    expect((await add(browser, key, { password: 'wrong wrong wrong' })).body).toMatchObject({ code: 'password_wrong' })
    expect((await add(browser, key, { password: undefined })).body).toMatchObject({ code: 'password_wrong' })
    expect((await add(browser, key, { name: ' ' })).body).toMatchObject({ code: 'input_invalid' })
    expect((await add(browser, key, { name: undefined })).body).toMatchObject({ code: 'input_invalid' })
    expect(await passkeysOf(browser)).toEqual([])
    expect((await add(browser, key, { name: ' Work laptop ' })).status).toBe(200)
    expect(await passkeysOf(browser)).toEqual([
      {
        id: expect.any(String),
        name: 'Work laptop',
        isSynced: false,
        addedAt: expect.stringMatching(/Z$/),
        lastUsedAt: null,
      },
    ])
    expect((await trailOf(id)).at(-1)).toBe('account.passkey_added')
  })

  test('adding a passkey rejects keys without user verification, for another site, or for another challenge', async () => {
    const { browser, id } = await signUpConfirmed(world)
    for (const key of [
      newKey({ isVerified: false }),
      newKey({ origin: 'https://elsewhere.example' }),
      newKey({ rpId: 'elsewhere.example' }),
    ]) {
      expect((await add(browser, key)).body).toMatchObject({ code: 'passkey_refused' })
    }
    await challenge(browser, 'register')
    const body = { response: newKey().register('b3RoZXI'), name: 'Laptop', password }
    const answer = await browser.post('/api/auth/passkey/verify-registration', body)
    expect(answer.body).toMatchObject({ code: 'passkey_refused' })
    expect(await passkeysOf(browser)).toEqual([])
    expect((await trailOf(id)).at(-1)).toBe('account.signed_in')
  })

  test('adding a passkey rejects anonymous callers and responses made for another account', async () => {
    const { browser } = await signUpConfirmed(world)
    const response = newKey().register(await challenge(browser, 'register'))
    const other = await signUpConfirmed(world)
    const cookie = browser.cookies.get('attend.passkey') ?? ''
    other.browser.cookies.set('attend.passkey', cookie)
    const body = { response, name: 'Laptop', password }
    expect((await other.browser.post('/api/auth/passkey/verify-registration', body)).status).toBeGreaterThan(399)
    const anonymous = openBrowser(world)
    expect((await anonymous.get('/api/auth/passkey/generate-register-options')).body).toMatchObject({
      code: 'not_signed_in',
    })
    expect((await anonymous.post('/api/auth/passkey/verify-registration', body)).body).toMatchObject({
      code: 'not_signed_in',
    })
    expect(await passkeysOf(other.browser)).toEqual([])
  })
})

describe('signing in with a passkey', () => {
  test('a passkey signs the user in without password or code, and counts as a second factor', async () => {
    const { browser: first, key, id } = await signUpWithPasskey()
    const begun = await first.post('/api/auth/two-factor/enable', { password })
    const code = codeOf(String(begun.body['totpURI']))
    expect((await first.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
    await world.db.updateTable('auth_sessions').set({ second_factor_at: null }).where('user_id', '=', id).execute()
    const browser = openBrowser(world)
    expect(await signIn(browser, key)).toMatchObject({ status: 200, text: '{}' })
    expect((await browser.get('/api/me')).body).toMatchObject({ id })
    expect(await passkeysOf(browser)).toMatchObject([{ lastUsedAt: expect.stringMatching(/Z$/) }])
    const marked = world.db
      .selectFrom('auth_sessions')
      .where('user_id', '=', id)
      .where('second_factor_at', 'is not', null)
    expect(await marked.select('id').execute()).toHaveLength(1)
    expect((await trailOf(id)).slice(-2)).toEqual(['account.signed_in', 'account.second_factor_used'])
  })

  test('a passkey response signs in only once', async () => {
    const { key } = await signUpWithPasskey()
    const browser = openBrowser(world)
    const response = key.authenticate(await challenge(browser, 'authenticate'))
    const cookie = browser.cookies.get('attend.passkey') ?? ''
    const send = async () => {
      const sender = openBrowser(world)
      sender.cookies.set('attend.passkey', cookie)
      return (await sender.post('/api/auth/passkey/verify-authentication', { response })).status
    }
    const statuses = await Promise.all([send(), send(), send()])
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 408)).toHaveLength(2)
  })

  test('signing in by passkey rejects an unknown key, missing user verification, another site, and a deactivated account', async () => {
    const { key, id } = await signUpWithPasskey()
    const stranger = newKey()
    expect((await signIn(openBrowser(world), stranger)).body).toMatchObject({ code: 'passkey_unknown' })
    const forgedKey = {
      ...stranger,
      authenticate: (text: string) => ({ ...stranger.authenticate(text), id: key.id, rawId: key.id }),
    }
    const before = (await trailOf(id)).length
    expect((await signIn(openBrowser(world), forgedKey)).body).toMatchObject({ code: 'passkey_refused' })
    expect((await trailOf(id)).slice(before)).toEqual(['account.second_factor_failed'])
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
    expect((await signIn(openBrowser(world), key)).body).toMatchObject({ code: 'login_failed' })
  })
})

describe('removing a passkey', () => {
  test('removing a passkey requires the password, and the removed passkey cannot sign in', async () => {
    const { browser, key, id } = await signUpWithPasskey()
    const kept = await world.db
      .selectFrom('auth_passkeys')
      .where('user_id', '=', id)
      .select('id')
      .executeTakeFirstOrThrow()
    const remove = (by: Browser, given: string) =>
      by.post('/api/auth/passkey/delete-passkey', { id: kept.id, password: given })
    expect((await remove(browser, 'wrong wrong wrong')).body).toMatchObject({ code: 'password_wrong' })
    const other = await signUpConfirmed(world)
    expect((await remove(other.browser, password)).status).toBeGreaterThan(399)
    expect((await remove(openBrowser(world), password)).body).toMatchObject({ code: 'not_signed_in' })
    expect(await passkeysOf(browser)).toHaveLength(1)
    expect((await remove(browser, password)).status).toBe(200)
    expect(await passkeysOf(browser)).toEqual([])
    expect((await signIn(openBrowser(world), key)).body).toMatchObject({ code: 'passkey_unknown' })
    expect((await trailOf(id)).slice(-2)).toEqual(['account.password_refused', 'account.passkey_removed'])
  })
})

test('the routes of better-auth that list and rename passkeys are not served', async () => {
  const { browser } = await signUpWithPasskey()
  for (const path of ['passkey/list-user-passkeys', 'passkey/update-passkey']) {
    expect((await browser.get(`/api/auth/${path}`)).body).toMatchObject({ code: 'not_found' })
    expect((await browser.post(`/api/auth/${path}`)).body).toMatchObject({ code: 'not_found' })
  }
})

describe('confirming the identity before a signature', () => {
  const confirmations = async (userId: string) =>
    (await world.db.selectFrom('auth_sessions').where('user_id', '=', userId).select('confirmed_with').execute())
      .map((row) => row.confirmed_with)
      .filter((method) => method !== null)

  test('the right password confirms the identity for its own sign-in only, and a wrong password confirms nothing', async () => {
    const { browser, id } = await signUpConfirmed(world)
    await world.as(id)
    const check = (given: string) => browser.post('/api/auth/two-factor/check-password', { password: given })
    expect((await check('wrong wrong wrong')).body).toMatchObject({ code: 'password_wrong' })
    expect(await confirmations(id)).toEqual([])
    expect((await check(password)).status).toBe(200)
    expect(await confirmations(id)).toEqual(['password'])
  })

  test('a passkey confirms the identity before a signature, and the sign-in of the user remains the only one', async () => {
    const { browser, id, key } = await signUpWithPasskey()
    const signIns = () =>
      world.db.selectFrom('auth_sessions').where('user_id', '=', id).select(['id', 'token', 'ends_at']).execute()
    const before = await signIns()
    expect(await signIn(browser, key)).toMatchObject({ status: 200, text: '{}' })
    expect((await browser.get('/api/me')).body).toMatchObject({ id })
    expect(await confirmations(id)).toEqual(['passkey'])
    expect(before).toHaveLength(1)
    expect(await signIns()).toEqual(before)
    expect((await trailOf(id)).filter((action) => action === 'account.signed_in')).toHaveLength(1)
  })

  test('a passkey of another account signs in to that account, and is recorded there', async () => {
    const { browser, id } = await signUpConfirmed(world)
    const other = await signUpWithPasskey()
    const visitor = openBrowser(world)
    const asked = await challenge(visitor, 'authenticate')
    for (const [name, value] of browser.cookies) visitor.cookies.set(name, value)
    expect((await visitor.get('/api/me')).body).toMatchObject({ id })
    const given = { response: other.key.authenticate(asked) }
    expect((await visitor.post('/api/auth/passkey/verify-authentication', given)).status).toBe(200)
    expect((await visitor.get('/api/me')).body).toMatchObject({ id: other.id })
    expect((await trailOf(other.id)).filter((action) => action === 'account.signed_in')).toHaveLength(2)
  })

  test('a signed-in user is asked only for their own passkeys', async () => {
    const { browser, key } = await signUpWithPasskey()
    const options = await browser.get('/api/auth/passkey/generate-authenticate-options')
    expect(options.body).toMatchObject({ allowCredentials: [{ id: key.id }] })
  })
})
