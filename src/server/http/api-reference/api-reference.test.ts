import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#shared/contract/contract.ts'
import { createWorld, type World } from '#test/world.ts'
import { ApiDocument } from './api-document.ts'

let world: World
const names = Object.entries(contract).flatMap(([noun, endpoints]) =>
  Object.keys(endpoints).map((name) => `${noun}.${name}`),
)

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('the OpenAPI document describes every endpoint to anonymous callers', async () => {
  const response = await fetch(`${world.url}/api/openapi.json`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  const { paths } = ApiDocument.parse(await response.json())
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted())
  for (const { responses } of operations) {
    expect(Object.keys(responses)).toContain('200')
    expect(responses['default']).toEqual({ $ref: '#/components/responses/Failure' })
  }
})

test('the reference page shows every endpoint without a script', async () => {
  const response = await fetch(`${world.url}/api/reference`)
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
  const page = await response.text()
  expect(page).not.toContain('<script')
  expect(page.match(/<details>/g)).toHaveLength(names.length)
  expect(page).toContain('<link rel="icon" href="/icon.svg">')
  expect(page).toContain('<code>POST /api/clients</code> Add a client')
})

test('a DELETE request for the OpenAPI document gets 404', async () => {
  const headers = { origin: world.url }
  expect((await fetch(`${world.url}/api/openapi.json`, { method: 'DELETE', headers })).status).toBe(404)
})
