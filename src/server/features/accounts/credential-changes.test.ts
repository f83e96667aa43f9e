import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Mail } from '#server/providers/mail/port.ts'
import { accountHeader } from '#shared/rules/viewing.ts'
import { password, signIn, signUp } from '#test/accounts.ts'
import { type Browser, createMailWorld, openBrowser } from '#test/browser.ts'
import { whileEventsFail } from '#test/failing-events.ts'
import type { World } from '#test/world.ts'

const nextPassword = 'seven amber lanterns drift'

let world: World
let mails: Mail[]

beforeAll(async () => {
  const made = await createMailWorld({ limits: false })
  world = made.world
  mails = made.mail.sent
  await world.worker()
})
afterAll(() => world.close())

async function actionsOf(userId: string) {
  const events = world.db.selectFrom('audit_events').where('chain', '=', userId).orderBy('seq')
  return (await events.select('action').execute()).map(({ action }) => action)
}

const mailsTo = (address: string) => mails.filter(({ to }) => to === address)
const codeIn = (address: string) => /^\d{6}$/m.exec(mailsTo(address).at(-1)?.text ?? '')?.[0] ?? ''

describe('changing the password', () => {
  const change = (browser: Browser, body: object) => browser.post('/api/auth/credentials/password', body)

  test('a password change ends all other sign-ins, is audited and is mailed to the user', async () => {
    const { browser, email, id } = await signUp(world)
    const other = (await signIn(world, email)).browser
    expect((await browser.get('/api/me/second-factor')).body).toMatchObject({ passwordChangedAt: null })
    await sql`update auth_accounts set created_at = now() - interval '1 day' where user_id = ${id}`.execute(world.db)
    expect(await change(browser, { password, newPassword: nextPassword })).toMatchObject({ status: 200, text: '{}' })
    expect((await other.get('/api/me')).body).toMatchObject({ code: 'not_signed_in' })
    expect((await browser.get('/api/me')).status).toBe(200)
    expect((await signIn(world, email)).status).toBe(401)
    expect((await signIn(world, email, nextPassword)).status).toBe(200)
    expect(await actionsOf(id)).toContain('account.password_changed')
    expect(mailsTo(email).at(-1)).toMatchObject({ subject: 'Your Attend password was changed' })
    const { passwordChangedAt } = (await browser.get('/api/me/second-factor')).body
    expect(Date.now() - Date.parse(String(passwordChangedAt))).toBeLessThan(60_000)
  })

  test('a password change from a page that shows another account is rejected', async () => {
    const { browser, email } = await signUp(world)
    const other = await signUp(world)
    const send = (shown: string) =>
      browser.post(
        '/api/auth/credentials/password',
        { password, newPassword: nextPassword },
        { [accountHeader]: shown },
      )
    expect(await send(other.id)).toMatchObject({ status: 409, body: { code: 'account_changed' } })
    expect((await signIn(world, email)).status).toBe(200)
  })

  test('a password change that fails halfway changes nothing', async () => {
    const { browser, email } = await signUp(world)
    const other = (await signIn(world, email)).browser
    await whileEventsFail(world, 'account.password_changed', async () => {
      expect((await change(browser, { password, newPassword: nextPassword })).status).toBe(500)
    })
    expect((await other.get('/api/me')).status).toBe(200)
    expect((await signIn(world, email)).status).toBe(200)
  })

  test('a password change rejects a password over 1,024 characters', async () => {
    const { browser } = await signUp(world)
    const response = await change(browser, { password, newPassword: nextPassword.repeat(50) })
    expect(response).toMatchObject({ status: 422, body: { code: 'password_long' } })
  })

  test('a password change invalidates reset links that were mailed earlier', async () => {
    const { browser, email } = await signUp(world)
    await browser.post('/api/auth/request-password-reset', { email })
    const token = () => /reset-password#([\w-]+)/.exec(mailsTo(email).at(-1)?.text ?? '')?.[1]
    await expect.poll(token, { timeout: 15_000 }).toBeDefined()
    const mailed = token()
    await change(browser, { password, newPassword: nextPassword })
    const late = await openBrowser(world).post('/api/auth/reset-password', {
      newPassword: 'thief 88 opens the gate',
      token: mailed,
    })
    expect(late.body).toMatchObject({ code: 'reset_link_invalid' })
    expect((await signIn(world, email, nextPassword)).status).toBe(200)
  })

  test.each([
    [{ password: 'not my password', newPassword: nextPassword }, 'password_wrong'],
    [{ password, newPassword: 'qwerty123' }, 'password_weak'],
    [{ password, newPassword: 'Summer2026!' }, 'password_weak'],
    [{ password, newPassword: '12345' }, 'password_short'],
    [{ password, newPassword: password }, 'password_unchanged'],
    [{ password: 'not my password', newPassword: 'not my password' }, 'password_wrong'],
    [{ password, newPassword: nextPassword, userId: randomUUID() }, 'input_invalid'],
  ])('a password change with %j is rejected as %s', async (body, code) => {
    const { browser, email, id } = await signUp(world)
    expect((await change(browser, body)).body).toMatchObject({ code })
    expect((await signIn(world, email)).status).toBe(200)
    expect(await actionsOf(id)).not.toContain('account.password_changed')
  })

  test('a password change rejects the name of the user or clinic, in any spelling', async () => {
    const { browser } = await signUp(world)
    const named = { firstName: 'Marisol', lastName: 'Quintero', clinicName: 'Zephyrine Cove Counseling' }
    expect((await browser.patch('/api/me', named)).status).toBe(200)
    for (const newPassword of [
      'zephyrine cove',
      'ZephyrineCoveCounseling1',
      'Counseling-Zephyrine-26',
      'marisolquintero',
    ])
      expect([newPassword, (await change(browser, { password, newPassword })).body]).toMatchObject([
        newPassword,
        { code: 'password_weak' },
      ])
    // A password with more words beside the name is accepted.
    expect((await change(browser, { password, newPassword: 'zephyrine kites eat lanterns' })).status).toBe(200)
  })

  test('a password change rejects anonymous callers', async () => {
    expect((await change(openBrowser(world), { password, newPassword: nextPassword })).body).toMatchObject({
      code: 'not_signed_in',
    })
  })
})

describe('changing the email address', () => {
  const begin = (browser: Browser, email: string, given = password) =>
    browser.post('/api/auth/credentials/email', { email, password: given })
  const confirm = (browser: Browser, code: string) => browser.post('/api/auth/credentials/email/confirm', { code })

  test('a new address takes effect when its mailed code is entered, and the old address is notified', async () => {
    const { browser, email, id } = await signUp(world)
    const wanted = `New.${randomUUID()}@Example.test`
    expect((await begin(browser, wanted)).status).toBe(200)
    expect((await browser.get('/api/me')).body).toMatchObject({ email })
    const code = codeIn(wanted.toLowerCase())
    expect(mailsTo(wanted.toLowerCase()).at(-1)?.text).not.toContain(email)
    expect((await confirm(browser, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
    expect((await browser.get('/api/me')).body).toMatchObject({ email: wanted.toLowerCase() })
    const { email_verified } = await world.db
      .selectFrom('users')
      .where('id', '=', id)
      .select('email_verified')
      .executeTakeFirstOrThrow()
    expect(email_verified).toBe(true)
    expect((await signIn(world, email)).status).toBe(401)
    expect((await signIn(world, wanted)).status).toBe(200)
    expect(mailsTo(email).at(-1)).toMatchObject({ subject: 'Your Attend email address was changed' })
    expect(mailsTo(email).at(-1)?.text).not.toContain(wanted.toLowerCase())
    expect(await actionsOf(id)).toContain('account.email_changed')
    expect((await confirm(browser, code)).body).toMatchObject({ code: 'email_code_wrong' })
  })

  test('an address change requires the password', async () => {
    const { browser } = await signUp(world)
    const wanted = `${randomUUID()}@example.test`
    expect((await begin(browser, wanted, 'not my password')).body).toMatchObject({ code: 'password_wrong' })
    expect(mailsTo(wanted)).toEqual([])
  })

  test('an address change rejects invalid and taken addresses', async () => {
    const { browser } = await signUp(world)
    const other = await signUp(world)
    expect((await begin(browser, 'nobody')).body).toMatchObject({ code: 'input_invalid' })
    expect((await begin(browser, other.email)).body).toMatchObject({ code: 'email_of_other' })
  })

  test('an address change rejects an address that was taken after the code was mailed', async () => {
    const { browser, email } = await signUp(world)
    const wanted = `${randomUUID()}@example.test`
    await begin(browser, wanted)
    const code = codeIn(wanted)
    await openBrowser(world).post('/api/auth/sign-up/email', { email: wanted, password, name: '' })
    expect((await confirm(browser, code)).body).toMatchObject({ code: 'email_of_other' })
    expect((await browser.get('/api/me')).body).toMatchObject({ email })
  })

  test('an address change fails after five wrong codes, even if a hundred are sent at once', async () => {
    const { browser } = await signUp(world)
    const wanted = `${randomUUID()}@example.test`
    await begin(browser, wanted)
    const right = codeIn(wanted)
    const guesses = Array.from({ length: 100 }, (_, at) =>
      String((Number(right) + 1 + at) % 1_000_000).padStart(6, '0'),
    )
    for (const { body } of await Promise.all(guesses.map((guess) => confirm(browser, guess))))
      expect(body).toMatchObject({ code: 'email_code_wrong' })
    expect((await confirm(browser, right)).body).toMatchObject({ code: 'email_code_wrong' })
  })

  test('an address change rejects codes of other users and expired codes', async () => {
    const [one, other] = [await signUp(world), await signUp(world)]
    const [first, second] = [`${randomUUID()}@example.test`, `${randomUUID()}@example.test`]
    await begin(one.browser, first)
    await begin(other.browser, second)
    expect((await confirm(one.browser, codeIn(second))).body).toMatchObject({ code: 'email_code_wrong' })
    await world.db.updateTable('auth_email_changes').set({ ends_at: new Date() }).execute()
    expect((await confirm(one.browser, codeIn(first))).body).toMatchObject({ code: 'email_code_wrong' })
  })

  test('at most five codes for a new address are mailed an hour, even if twenty are requested at once', async () => {
    const { browser } = await signUp(world)
    const wanted = `${randomUUID()}@example.test`
    const answers = await Promise.all(Array.from({ length: 20 }, () => begin(browser, wanted)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = answers.filter(({ body }) => body['code'] === 'email_codes_used_up')
    expect(refused).toHaveLength(15)
    expect(refused[0]?.body).toMatchObject({ message: 'You requested too many codes. Try again in 60 minutes.' })
    expect(mailsTo(wanted)).toHaveLength(5)
    await sql`update auth_email_changes set sent_since = now() - interval '61 minutes'`.execute(world.db)
    expect((await begin(browser, wanted)).status).toBe(200)
  })

  test('codes for a new address are stored as hashes only', async () => {
    const { browser, id } = await signUp(world)
    const wanted = `${randomUUID()}@example.test`
    await begin(browser, wanted)
    const kept = await world.db
      .selectFrom('auth_email_changes')
      .where('user_id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(JSON.stringify({ ...kept, code_hash: kept.code_hash?.toString('utf8') })).not.toContain(codeIn(wanted))
  })
})

test('an address change reports that its code could not be mailed', async () => {
  const broken = await createMailWorld()
  const { browser } = await signUp(broken.world)
  broken.mail.send = () => Promise.reject(new Error('550 no such mailbox'))
  const response = await browser.post('/api/auth/credentials/email', {
    email: `${randomUUID()}@example.test`,
    password,
  })
  expect(response).toMatchObject({ status: 502, body: { code: 'email_code_not_sent' } })
  await broken.world.close()
})
