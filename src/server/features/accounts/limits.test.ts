import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '#test/authenticator-app.ts'
import { createMailWorld, openBrowser } from '#test/browser.ts'
import type { World } from '#test/world.ts'

const password = 'violet harbour 41 kites'
const tooMany = {
  status: 429,
  body: { code: 'too_many_requests', message: 'Too many attempts. Wait a minute and try again.' },
}

let world: World

beforeEach(async () => {
  ;({ world } = await createMailWorld({ limits: true, settings: { TRUST_PROXY: 'false' } }))
})
afterEach(() => world.close())

function tryToSignIn(email: string, headers: Record<string, string> = {}, given = 'wrong wrong wrong') {
  return openBrowser(world).post('/api/auth/sign-in/email', { email, password: given }, headers)
}

function spoofed(n: number): Record<string, string> {
  const address = `203.0.113.${n}`
  return {
    'x-forwarded-for': address,
    'x-real-ip': address,
    'x-attend-address': address,
    'cf-connecting-ip': address,
    forwarded: `for=${address}`,
  }
}

describe('one address', () => {
  test('may try ten sign-ins a minute, whatever address it claims and whatever account it tries', async () => {
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push((await tryToSignIn(`${randomUUID()}@example.test`, spoofed(n))).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    expect(await tryToSignIn(`${randomUUID()}@example.test`)).toMatchObject(tooMany)
  })

  test('gains nothing by trying all at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => tryToSignIn(`${n}@example.test`)))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
  })

  test('may make five accounts a minute and ask for five mails', async () => {
    const statuses = []
    for (let n = 0; n < 7; n++) {
      const email = `${randomUUID()}@example.test`
      statuses.push((await openBrowser(world).post('/api/auth/sign-up/email', { email, password, name: '' })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    const asked = []
    for (let n = 0; n < 6; n++) {
      asked.push(
        (await openBrowser(world).post('/api/auth/request-password-reset', { email: 'a@example.test' })).status,
      )
    }
    expect(asked).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('one account', () => {
  /** As if every request came from another address: those limits are counted apart. */
  const fromElsewhere = () => world.db.deleteFrom('auth_rate_limits').execute()

  async function signUp(): Promise<string> {
    const email = `${randomUUID()}@example.test`
    expect((await openBrowser(world).post('/api/auth/sign-up/email', { email, password, name: '' })).status).toBe(200)
    return email
  }

  test('is closed after ten failures from anywhere, also to the right password', async () => {
    const email = await signUp()
    for (let n = 0; n < 10; n++) {
      await fromElsewhere()
      expect((await tryToSignIn(n % 2 ? email : email.toUpperCase())).status).toBe(401)
    }
    await fromElsewhere()
    expect(await tryToSignIn(email, {}, password)).toMatchObject(tooMany)
    await world.db
      .updateTable('auth_tries')
      .set({ window_ends: new Date(Date.now() - 1000) })
      .execute()
    await fromElsewhere()
    expect((await tryToSignIn(email, {}, password)).status).toBe(200)
  })

  test('is open again after a sign-in that worked', async () => {
    const email = await signUp()
    for (let n = 0; n < 25; n++) {
      await fromElsewhere()
      const isRight = n % 8 === 7
      expect((await tryToSignIn(email, {}, isRight ? password : 'wrong wrong wrong')).status).toBe(isRight ? 200 : 401)
    }
  })

  test('is not told apart from one that does not exist', async () => {
    const nobody = `${randomUUID()}@example.test`
    for (let n = 0; n < 10; n++) {
      await fromElsewhere()
      expect((await tryToSignIn(nobody)).status).toBe(401)
    }
    await fromElsewhere()
    expect(await tryToSignIn(nobody)).toMatchObject(tooMany)
  })
})

describe('a second factor', () => {
  /** As if every request came from another address. */
  const fromElsewhere = () => world.db.deleteFrom('auth_rate_limits').execute()

  test('takes ten wrong passwords, and ten wrong codes, of somebody who is signed in', async () => {
    const browser = openBrowser(world)
    const email = `${randomUUID()}@example.test`
    await browser.post('/api/auth/sign-up/email', { email, password, name: '' })
    const tenTimes = async (path: string, wrong: (n: number) => object) => {
      const codes = new Set()
      for (let n = 0; n < 10; n++) {
        await fromElsewhere()
        codes.add((await browser.post(path, wrong(n))).body['code'])
      }
      await fromElsewhere()
      return [...codes]
    }
    const begun = await browser.post('/api/auth/two-factor/enable', { password })
    const uri = String(begun.body['totpURI'])
    expect(await tenTimes('/api/auth/two-factor/verify-totp', (n) => ({ code: `00000${n}` }))).toEqual(['code_wrong'])
    expect(await browser.post('/api/auth/two-factor/verify-totp', { code: codeOf(uri) })).toMatchObject(tooMany)
    // The right password in between does not open it.
    expect((await browser.post('/api/auth/two-factor/check-password', { password })).status).toBe(200)
    expect(await browser.post('/api/auth/two-factor/verify-totp', { code: codeOf(uri) })).toMatchObject(tooMany)

    const guess = () => ({ password: 'wrong wrong wrong' })
    expect(await tenTimes('/api/auth/two-factor/check-password', guess)).toEqual(['password_wrong'])
    expect(await browser.post('/api/auth/two-factor/check-password', { password })).toMatchObject(tooMany)
  })

  test('is asked for twenty times a minute by one address', async () => {
    const ask = () => openBrowser(world).post('/api/auth/two-factor/verify-totp', { code: '123456' })
    const answers = await Promise.all(Array.from({ length: 25 }, ask))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })
})
