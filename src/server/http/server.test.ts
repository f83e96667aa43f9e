import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountHeader, noOrganization, notViewing, organizationHeader, viewingHeader } from '#shared/rules/viewing.ts'
import { buildClient, buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { type BrowserResponse, exchange } from '#test/browser.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let headers: Record<string, string>
let organizationId: string
let userId: string
const unknownId = '00000000-0000-4000-8000-000000000000'
const logged: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
  world = await createWorld({ providers: { log } })
  const member = await buildMember(world)
  organizationId = member.organizationId
  userId = member.userId
  headers = await world.headersOf(userId)
})
afterAll(() => world.close())

function ask(method: string, path: string, more: Record<string, string> = {}, body?: string): Promise<BrowserResponse> {
  return exchange(world.url + path, method, { ...headers, ...more }, body)
}

describe('every response', () => {
  test.each(['/', '/api/me', '/api/nothing', '/media/x', '/api/auth/nothing'])(
    'the response to %s has the security headers',
    async (path) => {
      const response = await ask('GET', path)
      expect(response.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      })
      const policy = String(response.headers['content-security-policy'])
      expect(policy).toContain(`default-src 'self'`)
      expect(policy).toContain(`frame-ancestors 'none'`)
      expect(/script-src [^;]*/.exec(policy)?.[0]).not.toContain('unsafe-inline')
      expect(response.headers['access-control-allow-origin']).toBeUndefined()
      expect(response.headers['x-powered-by']).toBeUndefined()
    },
  )

  test('a response of the API is not cached', async () => {
    expect((await ask('GET', '/api/me')).headers['cache-control']).toBe('no-store')
  })

  test('a response of the API is compressed if it is large and the browser accepts that', async () => {
    for (let n = 0; n < 20; n++) await buildClient(world, { therapistId: userId })
    const list = async (encodings: string) => {
      const type = { 'content-type': 'application/json' }
      const requestHeaders = { ...headers, ...type, 'accept-encoding': encodings }
      const response = await fetch(`${world.url}/api/clients/list`, {
        method: 'POST',
        headers: requestHeaders,
        body: '{}',
      })
      expect(await response.json()).toMatchObject({ total: 20 })
      return response.headers
    }
    const large = await list('gzip, deflate, br')
    expect(large.get('content-encoding')).toBe('br')
    expect(large.get('vary')).toContain('Accept-Encoding')
    expect((await list('gzip')).get('content-encoding')).toBe('gzip')
    expect((await list('identity')).get('content-encoding')).toBeNull()
    const small = await fetch(`${world.url}/api/me`, { headers: { ...headers, 'accept-encoding': 'gzip' } })
    expect(small.headers.get('content-encoding')).toBeNull()
  })

  test('the response for an unknown address is not compressed, even if the browser accepts compression', async () => {
    const requestHeaders = { ...headers, 'accept-encoding': 'gzip, deflate, br' }
    const response = await fetch(`${world.url}/api/nowhere`, { headers: requestHeaders })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })

  test('a response of the API names the account, the viewed user and the organization', async () => {
    expect((await ask('GET', '/api/me')).headers).toMatchObject({
      [accountHeader]: userId,
      [viewingHeader]: notViewing,
      [organizationHeader]: organizationId,
    })
    const responseWithoutOrganization = await exchange(
      `${world.url}/api/me`,
      'GET',
      await world.headersOf(await buildUser(world)),
    )
    expect(responseWithoutOrganization.headers[organizationHeader]).toBe(noOrganization)
    const anonymousResponse = await exchange(`${world.url}/api/me`, 'GET', {})
    expect(anonymousResponse.headers).not.toHaveProperty(organizationHeader)
  })
})

test('a request from a page that shows the data of another account is rejected, and changes nothing', async () => {
  const change = (shown: string) => {
    const requestHeaders = { 'content-type': 'application/json', [accountHeader]: shown }
    return ask('PATCH', '/api/me', requestHeaders, '{"clinicName":"Elm Street"}')
  }
  expect(await change(unknownId)).toMatchObject({
    status: 409,
    body: { code: 'account_changed' },
    headers: { [accountHeader]: userId },
  })
  expect((await ask('GET', '/api/me')).body).not.toMatchObject({ clinicName: 'Elm Street' })
  expect((await change(userId)).status).toBe(200)
})

test('a change from a page that shows another organization is rejected, and a read is not', async () => {
  const own = await buildOrganization(world)
  const clinic = await buildOrganization(world)
  await buildMember(world, { organizationId: clinic.id, userId: own.ownerId })
  await (await world.as(own.ownerId)).organizations.switch({ organizationId: clinic.id })
  const headersOf = await world.headersOf(own.ownerId)
  const send = (method: string, path: string, shown: string, body: string) => {
    const type = { 'content-type': 'application/json' }
    return exchange(world.url + path, method, { ...headersOf, ...type, [organizationHeader]: shown }, body)
  }
  const client = '{"firstName":"New","lastName":"Client","pronouns":"N/A","email":null,"phone":null}'
  const stored = () => world.db.selectFrom('clients').where('therapist_id', '=', own.ownerId).select('id').execute()
  expect(await send('POST', '/api/clients', own.id, client)).toMatchObject({
    status: 409,
    body: { code: 'organization_changed' },
    headers: { [organizationHeader]: clinic.id },
  })
  expect(await stored()).toEqual([])
  expect((await send('POST', '/api/clients/list', own.id, '{}')).status).toBe(200)
  expect((await send('POST', '/api/clients', clinic.id, client)).status).toBe(200)
  expect(await stored()).toHaveLength(1)
  // A page must not discard the result of a change that is accepted from any organization.
  expect(await send('POST', `/api/organizations/${clinic.id}/switch`, own.id, '{}')).toMatchObject({
    status: 200,
    headers: { [organizationHeader]: own.id },
  })
})

describe('invalid request', () => {
  test.each([
    ['GET', '/api/nothing', 404, 'not_found'],
    ['DELETE', '/api/me', 404, 'not_found'],
    ['GET', '/api/clients/..%2f..%2fetc%2fpasswd', 404, 'client_missing'],
    ['GET', `/api/clients/${unknownId}/sessions?page=-1`, 422, 'input_invalid'],
    ['GET', `/api/clients/${unknownId}/sessions?page=1e9`, 422, 'input_invalid'],
    ['GET', '/api/clients/%00', 404, 'client_missing'],
  ])('the invalid request %s %s gets %i %s', async (method, path, status, code) => {
    expect(await ask(method, path)).toMatchObject({ status, body: { code } })
  })

  test.each([
    ['a list', 'application/json', '[]'],
    ['null', 'application/json', 'null'],
    ['another type', 'application/xml', '<a/>'],
    ['a prototype key', 'application/json', '{"__proto__":{"firstName":"x"}}'],
  ])('a request with a body of %s is rejected or changes nothing', async (_, type, body) => {
    const response = await ask('PATCH', '/api/me', { 'content-type': type }, body)
    expect(response.status).toBeLessThan(500)
    expect((await ask('GET', '/api/me')).body).toMatchObject({ firstName: 'Robin' })
  })

  test.each([
    ['that is truncated', '{"firstName":'],
    ['with a null character', JSON.stringify({ phoneNumber: 'a\u0000b' })],
  ])('a request with a body %s is rejected as invalid input', async (_, body) => {
    const response = await ask('PATCH', '/api/me', { 'content-type': 'application/json' }, body)
    expect(response).toMatchObject({ status: 422, body: { code: 'input_invalid' } })
  })

  test('a request with too large a body is rejected before the body is read', async () => {
    const announced = { 'content-type': 'application/json', 'content-length': String(13 * 1024 * 1024) }
    expect(await ask('PATCH', '/api/me', announced, '{')).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect((await ask('GET', '/api/health')).text).toBe('ok')
  })
})

test('an unexpected error returns only a reference number', async () => {
  await world.db.schema.alterTable('clients').renameTo('clients_gone').execute()
  const response = await ask('GET', '/api/clients/therapists')
  await world.db.schema.alterTable('clients_gone').renameTo('clients').execute()
  expect(response).toMatchObject({ status: 500, body: { code: 'unexpected' } })
  const [, id] = /report number (\w{8})\./.exec(String(response.body['message'])) ?? []
  expect(logged.some((line) => line.includes(`"id":"${id}"`))).toBe(true)
  expect(response.text).not.toMatch(/clients|relation|select|at \w/i)
})
