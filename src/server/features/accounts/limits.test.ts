import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '#test/authenticator-app.ts'
import { type Browser, createMailWorld, openBrowser } from '#test/browser.ts'
import { confirmAddress } from '#test/build.ts'
import { mailedSecret } from '#test/invitations.ts'
import type { World } from '#test/world.ts'

const password = 'violet harbour 41 kites'
const homeAddress = '198.51.100.7'

let world: World
let mail: Awaited<ReturnType<typeof createMailWorld>>['mail']

beforeAll(async () => {
  ;({ world, mail } = await createMailWorld({ limits: true, settings: { TRUST_PROXY: 'true' } }))
})
afterAll(() => world.close())

/** Resets the counted attempts of earlier tests. */
beforeEach(async () => {
  await world.db.deleteFrom('auth_tries').execute()
})

/** Ends the counters of the last minute, not those of longer windows. */
const passMinute = () =>
  world.db
    .deleteFrom('auth_tries')
    .where('window_ends', '<', sql<Date>`now() + interval '1 minute'`)
    .execute()

/** Moves all counters, as if this time had passed. */
const pass = (seconds: number) =>
  world.db
    .updateTable('auth_tries')
    .set({ window_ends: sql`window_ends - make_interval(secs => ${seconds})` })
    .execute()

const from = (address: string) => ({ 'x-forwarded-for': address })

function tryToSignIn(email: string, address: string, given = 'wrong wrong wrong', browser = openBrowser(world)) {
  return browser.post('/api/auth/sign-in/email', { email, password: given }, from(address))
}

/** Signs up a user at the home address. Returns the browser, which is a known device. */
async function signUp(): Promise<{ email: string; browser: Browser }> {
  const email = `${randomUUID()}@example.test`
  const browser = openBrowser(world)
  const response = await browser.post('/api/auth/sign-up/email', { email, password, name: '' }, from(homeAddress))
  expect(response.status).toBe(200)
  await passMinute()
  return { email, browser }
}

/** Sends wrong passwords from one address. After ten, the account is locked for that address. */
async function attack(email: string, address: string, times = 12) {
  const answers = []
  for (let n = 0; n < times; n++) answers.push(await tryToSignIn(n % 2 ? email : email.toUpperCase(), address))
  return answers
}

function expectWait(response: Awaited<ReturnType<typeof tryToSignIn>>, maxMinutes: number) {
  expect(response).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  const seconds = Number(response.headers['retry-after'])
  expect(seconds).toBeGreaterThan(maxMinutes * 60 - 60)
  expect(seconds).toBeLessThanOrEqual(maxMinutes * 60)
  expect(response.body['message']).toBe(`Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`)
}

describe('ten wrong passwords', () => {
  test('ten wrong passwords from one address lock the account for that address only, and the response contains the wait', async () => {
    const { email } = await signUp()
    const answers = await attack(email, '203.0.113.9')
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    expectWait(await tryToSignIn(email, '203.0.113.9', password), 15)
    expect((await tryToSignIn(email, homeAddress, password)).status).toBe(200)
  })

  test('parallel requests cannot exceed ten wrong passwords', async () => {
    const { email } = await signUp()
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryToSignIn(email, '203.0.113.9')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  })

  test('the limit of wrong passwords resets after 15 minutes and after a successful sign-in', async () => {
    const { email } = await signUp()
    for (let n = 0; n < 25; n++) {
      const isRight = n % 8 === 7
      expect((await tryToSignIn(email, homeAddress, isRight ? password : undefined)).status).toBe(isRight ? 200 : 401)
    }
    await attack(email, '203.0.113.9')
    await world.db
      .updateTable('auth_tries')
      .set({ window_ends: new Date(Date.now() - 1000) })
      .execute()
    expect((await tryToSignIn(email, '203.0.113.9', password)).status).toBe(200)
  })

  test('wrong passwords from IPv6 addresses count per network', async () => {
    const { email } = await signUp()
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push((await tryToSignIn(email, `2001:db8:1:2::${n + 1}`)).status)
    expect(statuses.at(-1)).toBe(429)
    expect((await tryToSignIn(email, '2001:db8:1:3::1', password)).status).toBe(200)
  })

  test('a lockout response does not reveal whether the account exists', async () => {
    const unknown = `${randomUUID()}@example.test`
    const answers = await attack(unknown, '203.0.113.9')
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    expectWait(await tryToSignIn(unknown, '203.0.113.9'), 15)
  })
})

describe('password guessing from many addresses', () => {
  async function attackFromManyAddresses(email: string) {
    await Promise.all([1, 2, 3, 4, 5, 6].map((address) => attack(email, `203.0.113.${address}`, 10)))
  }

  test('guessing from many addresses locks the account for up to an hour, except for known devices and after a reset', async () => {
    const { email, browser } = await signUp()
    await attackFromManyAddresses(email)
    expectWait(await tryToSignIn(email, '203.0.113.99', password), 60)
    // The browser that signed up is accepted from any address.
    expect((await tryToSignIn(email, '192.0.2.1', password, browser)).status).toBe(200)
    // A completed reset unlocks every device.
    await world.worker()
    const phone = openBrowser(world)
    await phone.post('/api/auth/request-password-reset', { email }, from('192.0.2.2'))
    await expect
      .poll(() => mail.sent.filter(({ subject }) => subject.startsWith('Reset')), { timeout: 15_000 })
      .toHaveLength(1)
    const newPassword = 'amber lantern 77 doves'
    const body = { newPassword, token: mailedSecret(mail, email) }
    expect((await phone.post('/api/auth/reset-password', body, from('192.0.2.2'))).status).toBe(200)
    expect((await tryToSignIn(email, '192.0.2.3', newPassword)).status).toBe(200)
    // The browser that completed the reset is a known device.
    await attackFromManyAddresses(email)
    expect((await tryToSignIn(email, '192.0.2.4', newPassword)).status).toBe(429)
    expect((await tryToSignIn(email, '192.0.2.4', newPassword, phone)).status).toBe(200)
  }, 60_000)

  test('guessing passwords from one address does not exhaust the limit of the account', async () => {
    const { email } = await signUp()
    await attack(email, '203.0.113.9', 80)
    expect((await tryToSignIn(email, homeAddress, password)).status).toBe(200)
  }, 60_000)
})

describe('known-device cookie', () => {
  test('a known-device cookie is valid for its own account only, needs a valid signature, and has its own limits', async () => {
    const { email, browser } = await signUp()
    const [name = '', value = ''] = [...browser.cookies].find(([key]) => key.startsWith('attend.device.')) ?? []
    expect(name).not.toBe('')
    const other = await signUp()
    const otherName = [...other.browser.cookies.keys()].find((key) => key.startsWith('attend.device.')) ?? ''
    await attack(other.email, homeAddress)
    for (const [key, forged] of [
      [otherName, value],
      [otherName, `${value.split('.')[0]}.AAAA`],
      [otherName, ''],
    ] as const) {
      const thief = openBrowser(world)
      thief.cookies.set(key, forged)
      expect((await tryToSignIn(other.email, homeAddress, password, thief)).status).toBe(429)
    }
    const stolen = openBrowser(world)
    stolen.cookies.set(name, value)
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push((await tryToSignIn(email, homeAddress, undefined, stolen)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    // The cookie alone does not sign the browser in.
    expect((await stolen.get('/api/me')).status).toBe(401)
  })

  test('the known-device cookie is HTTP-only and SameSite', async () => {
    const email = `${randomUUID()}@example.test`
    const response = await openBrowser(world).post('/api/auth/sign-up/email', { email, password, name: '' })
    const line = [response.headers['set-cookie'] ?? []].flat().find((cookie) => cookie.startsWith('attend.device.'))
    expect(line).toMatch(
      /^attend\.device\.[0-9a-f]{12}=[\w-]+\.[\w-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })
})

describe('limits of one address', () => {
  test('the limits of one address let 40 users of a clinic sign in at the same time, some after a typing mistake', async () => {
    const people = []
    for (let n = 0; n < 40; n++) people.push(await signUp())
    const statuses = await Promise.all(
      people.map(async ({ email }, n) => {
        const browser = openBrowser(world)
        if (n % 3 === 0) await tryToSignIn(email, homeAddress, undefined, browser)
        return (await tryToSignIn(email, homeAddress, password, browser)).status
      }),
    )
    expect(statuses).toEqual(Array.from({ length: 40 }, () => 200))
  }, 60_000)

  test('one address is allowed a hundred failed sign-ins in 15 minutes across all accounts', async () => {
    const statuses: number[] = []
    for (const first of [0, 50, 100]) {
      // Clears the separate limit of all requests, as if a minute had passed.
      await passMinute()
      const emails = Array.from({ length: 50 }, (_, n) => `${first + n}@example.test`)
      const answers = await Promise.all(emails.map((email) => tryToSignIn(email, '203.0.113.9')))
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(100)
    expect(statuses.at(-1)).toBe(429)
  }, 60_000)

  test('one address is allowed five new accounts and five reset mails a minute; a rejection contains the wait', async () => {
    const answers = []
    for (let n = 0; n < 7; n++) {
      const email = `${randomUUID()}@example.test`
      answers.push(await openBrowser(world).post('/api/auth/sign-up/email', { email, password, name: '' }))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
    expect(answers.at(-1)?.body['message']).toMatch(/^Too many attempts\. Try again in (\d+ seconds|1 minute)\.$/)
    const asked = []
    for (let n = 0; n < 6; n++) {
      asked.push(
        (await openBrowser(world).post('/api/auth/request-password-reset', { email: 'a@example.test' })).status,
      )
    }
    expect(asked).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('limits over several minutes', () => {
  test('steady requests of one address below the limit of a minute are never rejected', async () => {
    const statuses = []
    for (let n = 0; n < 7; n++) {
      const body = { email: `${randomUUID()}@example.test`, password, name: '' }
      statuses.push((await openBrowser(world).post('/api/auth/sign-up/email', body)).status)
      await pass(30)
    }
    expect(statuses).toEqual(Array.from({ length: 7 }, () => 200))
  })

  test('one account gets one reset mail a minute and five an hour, whatever addresses ask for them', async () => {
    const { email } = await signUp()
    await world.worker()
    const resets = () => mail.sent.filter(({ to, subject }) => to === email && subject.startsWith('Reset'))
    const ask = async (n: number) =>
      openBrowser(world).post('/api/auth/request-password-reset', { email }, from(`203.0.113.${n}`))
    for (let n = 0; n < 10; n++) expect((await ask(n)).status).toBe(200)
    await expect.poll(() => resets().length, { timeout: 15_000 }).toBe(1)
    for (let n = 2; n < 8; n++) {
      await pass(61)
      await ask(n)
      await expect.poll(() => resets().length, { timeout: 15_000 }).toBe(Math.min(n, 5))
    }
  }, 60_000)
})

describe('client address without a proxy', () => {
  test('without a proxy, headers cannot change the client address', async () => {
    const direct = await createMailWorld({ limits: true })
    try {
      const email = `${randomUUID()}@example.test`
      const statuses = []
      for (let n = 0; n < 11; n++) {
        const address = `203.0.113.${n}`
        const headers = {
          'x-forwarded-for': address,
          'x-real-ip': address,
          'x-attend-address': address,
          'cf-connecting-ip': address,
          forwarded: `for=${address}`,
        }
        const given = { email, password: 'wrong wrong wrong' }
        statuses.push((await openBrowser(direct.world).post('/api/auth/sign-in/email', given, headers)).status)
      }
      expect(statuses.at(-1)).toBe(429)
    } finally {
      await direct.world.close()
    }
  })
})

describe('second-factor limits', () => {
  async function signUpWithAuthenticator() {
    const person = await signUp()
    await confirmAddress(world, person.email)
    const begun = await person.browser.post('/api/auth/two-factor/enable', { password }, from(homeAddress))
    const uri = String(begun.body['totpURI'])
    const give = (browser: Browser, code: string, address = homeAddress) =>
      browser.post('/api/auth/two-factor/verify-totp', { code }, from(address))
    return { ...person, uri, give }
  }

  test('a signed-in user is rejected after ten wrong passwords or ten wrong codes', async () => {
    const { browser, uri, give } = await signUpWithAuthenticator()
    const tenTimes = async (attempt: (n: number) => Promise<{ body: Record<string, unknown> }>) => {
      const codes = new Set()
      for (let n = 0; n < 10; n++) codes.add((await attempt(n)).body['code'])
      return [...codes]
    }
    expect(await tenTimes((n) => give(browser, `00000${n}`))).toEqual(['code_wrong'])
    expectWait(await give(browser, codeOf(uri)), 15)
    const check = (given: string) =>
      browser.post('/api/auth/two-factor/check-password', { password: given }, from(homeAddress))
    // A correct password in between does not reset the limit of codes.
    expect((await check(password)).status).toBe(200)
    expectWait(await give(browser, codeOf(uri)), 15)
    expect(await tenTimes(() => check('wrong wrong wrong'))).toEqual(['password_wrong'])
    expectWait(await check(password), 15)
  })

  test('a request without the required recent code does not count as a wrong password', async () => {
    const { browser, uri, give } = await signUpWithAuthenticator()
    expect((await give(browser, codeOf(uri))).status).toBe(200)
    await world.db.updateTable('auth_sessions').set({ second_factor_at: null }).execute()
    const send = (path: string) => browser.post(`/api/auth/two-factor/${path}`, { password }, from(homeAddress))
    for (let n = 0; n < 11; n++) expect((await send('disable')).body).toMatchObject({ code: 'code_required' })
    expect((await send('check-password')).status).toBe(200)
  })

  test('malformed requests and requests of other routes do not reset the limits of wrong passwords', async () => {
    const { email, browser } = await signUp()
    const check = (given: unknown) =>
      browser.post('/api/auth/two-factor/check-password', { password: given }, from(homeAddress))
    const status = async (response: Promise<{ status: number }>) => (await response).status
    for (let n = 0; n < 9; n++) expect(await status(check('wrong'))).toBe(422)
    expect(await status(check(5))).toBeGreaterThan(399)
    // The account has no authenticator, which the library reports before it checks the password.
    expect(await status(browser.post('/api/auth/two-factor/generate-backup-codes', { password: 'wrong' }))).toBe(409)
    expect(await status(check('wrong'))).toBe(429)

    for (let n = 0; n < 9; n++) expect((await tryToSignIn(email, '203.0.113.9')).status).toBe(401)
    const stranger = openBrowser(world)
    await stranger.post('/api/auth/sign-in/email', { email, password: 5 }, from('203.0.113.9'))
    await tryToSignIn(email, '203.0.113.9')
    expect((await tryToSignIn(email, '203.0.113.9')).status).toBe(429)
  })

  test('guessing codes locks out a stranger, but not the owner of the account', async () => {
    const { email, browser, uri, give } = await signUpWithAuthenticator()
    expect((await give(browser, codeOf(uri))).status).toBe(200)
    await world.db.deleteFrom('auth_used_codes').execute()
    const stranger = '203.0.113.9'
    for (let round = 0; round < 2; round++) {
      const strangersBrowser = openBrowser(world)
      await tryToSignIn(email, stranger, password, strangersBrowser)
      for (let n = 0; n < 5; n++) expect((await give(strangersBrowser, `1${round}000${n}`, stranger)).status).toBe(422)
    }
    const strangersBrowser = openBrowser(world)
    await tryToSignIn(email, stranger, password, strangersBrowser)
    expectWait(await give(strangersBrowser, '123456', stranger), 30)
    const own = openBrowser(world)
    await tryToSignIn(email, homeAddress, password, own)
    expect((await give(own, codeOf(uri))).status).toBe(200)
    expect([...own.cookies.keys()].some((name) => name.startsWith('attend.device.'))).toBe(true)
  })

  test('guessing codes for an hour from one address does not exhaust the limit of the account', async () => {
    const { email, browser, uri, give } = await signUpWithAuthenticator()
    expect((await give(browser, codeOf(uri))).status).toBe(200)
    await world.db.deleteFrom('auth_used_codes').execute()
    const stranger = '203.0.113.9'
    for (const minutesAfter of [16, 16, 16, 0]) {
      await passMinute()
      for (let round = 0; round < 3; round++) {
        const strangersBrowser = openBrowser(world)
        await tryToSignIn(email, stranger, password, strangersBrowser)
        for (let n = 0; n < 5; n++) await give(strangersBrowser, `1${round}000${n}`, stranger)
      }
      await pass(minutesAfter * 60)
    }
    const own = openBrowser(world)
    await tryToSignIn(email, homeAddress, password, own)
    expect((await give(own, codeOf(uri))).status).toBe(200)
  }, 60_000)
})
