import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { automaticHeader } from '#shared/rules/automatic-reads.ts'
import { startWeb, type WebRole } from '#server/app.ts'
import { password, signIn, signUp } from '#test/accounts.ts'
import { type Browser, createMailWorld, exchange, openBrowser } from '#test/browser.ts'
import { buildMember, buildOrganization } from '#test/build.ts'
import { viewAs } from '#test/viewing.ts'
import type { World } from '#test/world.ts'

const hourMs = 3_600_000

let world: World

beforeAll(async () => {
  ;({ world } = await createMailWorld({ settings: { SIGN_IN_MAX_DAYS: '7' } }))
})
afterAll(() => world.close())

/** Signs in with a browser that sends this user agent. */
async function signInWith(email: string, userAgent: string): Promise<Browser> {
  const { browser, status } = await signIn(world, email, password, { 'user-agent': userAgent })
  expect(status).toBe(200)
  return browser
}

const rowOf = (userId: string) =>
  world.db.selectFrom('auth_sessions').where('user_id', '=', userId).selectAll().executeTakeFirstOrThrow()

const hoursFromNow = (date: Date) => Math.round((date.getTime() - Date.now()) / hourMs)

/** Changes the user's only sign-in: last used an hour ago, with this many hours until its end. */
async function markUsedAnHourAgo(userId: string, hoursLeft: number) {
  await world.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update auth_sessions set updated_at = now() - interval '1 hour', expires_at = now() + interval '30 minutes',
      ends_at = now() + interval '1 hour' * ${hoursLeft} where user_id = ${userId}`.execute(tx)
  })
}

describe('a sign-in', () => {
  test('a sign-in ends twelve hours after its last use', async () => {
    const { browser, id } = await signUp(world)
    const begun = await rowOf(id)
    expect([hoursFromNow(begun.expires_at), hoursFromNow(begun.ends_at)]).toEqual([12, 7 * 24])
    await markUsedAnHourAgo(id, 100)
    expect((await browser.get('/api/me')).status).toBe(200)
    expect(hoursFromNow((await rowOf(id)).expires_at)).toBe(12)
  })

  test('a read that a page repeats without its user does not extend the sign-in', async () => {
    const { browser, id } = await signUp(world)
    await markUsedAnHourAgo(id, 100)
    const before = (await rowOf(id)).expires_at
    expect((await browser.get('/api/notices', { [automaticHeader]: '1' })).status).toBe(200)
    expect((await rowOf(id)).expires_at).toEqual(before)
    expect((await browser.get('/api/notices')).status).toBe(200)
    expect(hoursFromNow((await rowOf(id)).expires_at)).toBe(12)
  })

  test('a sign-in ends after SIGN_IN_MAX_DAYS, even if it is in use', async () => {
    const { browser, id } = await signUp(world)
    await markUsedAnHourAgo(id, 3)
    expect((await browser.get('/api/me')).status).toBe(200)
    expect(hoursFromNow((await rowOf(id)).expires_at)).toBe(3)
    await expect(
      world.db
        .updateTable('auth_sessions')
        .set({ expires_at: sql`ends_at + interval '1 second'` })
        .where('user_id', '=', id)
        .execute(),
    ).rejects.toThrow('auth_sessions_end')
  })

  test('a sign-in has a cookie that expires after SIGN_IN_MAX_DAYS', async () => {
    const email = `${randomUUID()}@example.test`
    const response = await openBrowser(world).post('/api/auth/sign-up/email', { email, password, name: '' })
    const lines = [response.headers['set-cookie'] ?? []].flat()
    expect(lines.find((line) => line.startsWith('attend.session_token='))).toMatch(
      /^attend\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })
})

describe('the list of devices', () => {
  test('the list of devices has this device first, then the others, with method and address', async () => {
    const { email } = await signUp(world)
    const phone = await signInWith(
      email,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1',
    )
    await signInWith(email, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0')
    const { body, text } = await phone.get('/api/me/sign-ins')
    expect(body).toMatchObject({
      maxDays: 7,
      items: [
        { device: 'Safari on iPhone', isCurrent: true, method: 'password', ipAddress: '127.0.0.1' },
        { device: 'Edge on Windows', isCurrent: false },
        { device: 'Unknown device', isCurrent: false },
      ],
    })
    for (const { token } of await world.db.selectFrom('auth_sessions').select('token').execute())
      expect(text).not.toContain(token)
  })

  test('the list of devices is hidden from a colleague, the owner and other organizations', async () => {
    const { id: organizationId, ownerId } = await buildOrganization(world)
    const colleague = await buildMember(world, { organizationId })
    const others = [ownerId, colleague.userId, (await buildOrganization(world)).ownerId]
    const apis = await Promise.all(others.map((userId) => world.as(userId)))
    for (const api of apis) {
      const { items } = await api.accounts.signIns()
      expect(items).toHaveLength(1)
      for (const other of apis.filter((each) => each !== api))
        await expect(other.accounts.signOutDevice({ signInId: items[0]?.id ?? '' })).rejects.toMatchObject({
          code: 'sign_in_missing',
        })
    }
    for (const api of apis) expect((await api.accounts.me()).id).toBeTruthy()
  })

  test('the list of devices is not available while viewing as another user', async () => {
    const { id: organizationId, ownerId } = await buildOrganization(world)
    const { userId } = await buildMember(world, { organizationId })
    const viewer = await viewAs(world, ownerId, userId)
    await expect(viewer.accounts.signIns()).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(viewer.accounts.signOutElsewhere()).rejects.toMatchObject({ code: 'viewing_read_only' })
  })
})

describe('signing a device out', () => {
  test('signing a device out ends its sign-in at once and is audited', async () => {
    const { browser, email, id } = await signUp(world)
    const other = await signInWith(email, 'other')
    const third = await signInWith(email, 'third')
    const { items } = (await browser.get('/api/me/sign-ins')).body
    const [, , second] = Array.isArray(items) ? items : []
    const response = await exchange(`${world.url}/api/me/sign-ins/${second.id}`, 'DELETE', {
      origin: world.url,
      cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
    })
    expect(response).toMatchObject({ status: 200 })
    expect((await other.get('/api/me')).body).toMatchObject({ code: 'not_signed_in' })
    expect((await third.get('/api/me')).status).toBe(200)
    const events = world.db.selectFrom('audit_events').where('chain', '=', id).orderBy('seq', 'desc')
    expect(await events.select(['action', 'details']).executeTakeFirst()).toEqual({
      action: 'account.devices_signed_out',
      details: { devices: 1 },
    })
  })

  test('the calling device cannot sign itself out from the list', async () => {
    const { browser } = await signUp(world)
    const { items } = (await browser.get('/api/me/sign-ins')).body
    const [own] = Array.isArray(items) ? items : []
    const headers = { origin: world.url, cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') }
    const response = await exchange(`${world.url}/api/me/sign-ins/${own.id}`, 'DELETE', headers)
    expect(response).toMatchObject({ status: 404, body: { code: 'sign_in_missing' } })
    expect((await browser.get('/api/me')).status).toBe(200)
  })

  test('signing out everywhere else also ends copies of another device’s cookie', async () => {
    const { browser, email } = await signUp(world)
    const stolen = openBrowser(world)
    for (const [name, value] of (await signInWith(email, 'lost phone')).cookies) stolen.cookies.set(name, value)
    expect((await stolen.get('/api/me')).status).toBe(200)
    expect((await browser.post('/api/me/sign-ins/end-others')).body).toEqual({ ended: 1 })
    expect((await stolen.get('/api/me')).body).toMatchObject({ code: 'not_signed_in' })
    expect((await browser.get('/api/me')).status).toBe(200)
    expect((await browser.post('/api/me/sign-ins/end-others')).body).toEqual({ ended: 0 })
  })
})

describe('over https', () => {
  let secure: WebRole
  let url: string
  const origin = 'https://attend.example'

  beforeAll(async () => {
    secure = await startWeb({ ...world.config, PORT: 0, PUBLIC_URL: origin }, world.urls, world.providers, {
      pages: async (_, response) => void response.writeHead(404).end(),
      development: false,
      limits: false,
      publicUrl: origin,
    })
    url = `http://127.0.0.1:${secure.port}`
  })
  afterAll(() => secure.stop())

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    exchange(url + path, 'POST', { origin, 'content-type': 'application/json', ...headers }, JSON.stringify(body))

  async function signUpCookie() {
    const response = await post('/api/auth/sign-up/email', {
      email: `${randomUUID()}@example.test`,
      password,
      name: '',
    })
    const [line = ''] = [response.headers['set-cookie'] ?? []].flat()
    const [cookie = ''] = line.split(';')
    return { line, cookie, value: cookie.slice(cookie.indexOf('=') + 1) }
  }
  const me = async (cookie: string) => (await exchange(`${url}/api/me`, 'GET', { cookie })).status

  test('over https, only a cookie with the __Host- prefix is accepted', async () => {
    const { line, cookie, value } = await signUpCookie()
    expect(line).toMatch(/^__Host-attend\.session_token=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(await me(cookie)).toBe(200)
    const valueOfOther = (await signUpCookie()).value
    for (const name of ['attend.session_token', '__Secure-attend.session_token']) {
      expect([name, await me(`${name}=${valueOfOther}`)]).toEqual([name, 401])
      // If a request has both cookies, only the one with the prefix counts.
      const own = await exchange(`${url}/api/me`, 'GET', { cookie })
      const both = await exchange(`${url}/api/me`, 'GET', {
        cookie: `${name}=${valueOfOther}; __Host-attend.session_token=${value}`,
      })
      expect(both.body).toEqual(own.body)
    }
  })

  test('the sign-in routes of better-auth reject a cookie without the __Host- prefix', async () => {
    const { value } = await signUpCookie()
    const check = (cookie: string) => post('/api/auth/two-factor/check-password', { password }, { cookie })
    expect((await check(`attend.session_token=${value}`)).status).toBe(401)
    expect((await check(`__Host-attend.session_token=${value}`)).status).toBe(200)
  })

  test('signing out over https clears the browser cache, but not the storage with unsent audio', async () => {
    const { cookie } = await signUpCookie()
    const response = await post('/api/auth/sign-out', {}, { cookie })
    expect(response).toMatchObject({ status: 200, headers: { 'clear-site-data': '"cache"' } })
    expect(await me(cookie)).toBe(401)
  })
})
