import { beforeEach, expect, test, vi } from 'vitest'
import { firstDataId } from '#shared/rules/first-data.ts'

const given = { address: '/api/me', status: 200, headers: { 'x-account': 'a-1' }, body: { name: 'Robin' } }

const ask = (address: string, init?: RequestInit) => new Request(window.location.origin + address, init)

/** Loads the module in a document that contains these responses. */
async function load(responses: readonly unknown[]) {
  const element = document.createElement('script')
  element.type = 'application/json'
  element.id = firstDataId
  element.textContent = JSON.stringify(responses)
  document.body.append(element)
  vi.resetModules()
  return await import('./first-data.ts')
}

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test('the first request for a URL gets the response in the document, and the next one does not', async () => {
  const { takeFirstResponse } = await load([given])
  const response = takeFirstResponse(ask('/api/me'))
  expect(response?.status).toBe(200)
  expect(response?.headers.get('x-account')).toBe('a-1')
  expect(await response?.json()).toEqual(given.body)
  expect(takeFirstResponse(ask('/api/me'))).toBeUndefined()
})

test('after the first request, the document no longer contains the data', async () => {
  const { takeFirstResponse } = await load([given])
  takeFirstResponse(ask('/api/setup'))
  expect(document.getElementById(firstDataId)).toBeNull()
})

test('a response in the document may be an error', async () => {
  const { takeFirstResponse } = await load([{ ...given, status: 404, body: { code: 'client_missing' } }])
  expect(takeFirstResponse(ask('/api/me'))?.status).toBe(404)
})

test.each([
  ['for another address', ask('/api/me/sign-ins')],
  ['with a query', ask('/api/me?x=1')],
  ['that changes data', ask('/api/me', { method: 'PATCH', body: '{}' })],
])('a request %s goes to the server', async (_, request) => {
  const { takeFirstResponse } = await load([given])
  expect(takeFirstResponse(request)).toBeUndefined()
})

test('some seconds after the first request, all requests go to the server', async () => {
  const { takeFirstResponse } = await load([given])
  takeFirstResponse(ask('/api/setup'))
  vi.advanceTimersByTime(5000)
  expect(takeFirstResponse(ask('/api/me'))).toBeUndefined()
})

test('without data in the document, all requests go to the server', async () => {
  vi.resetModules()
  const { takeFirstResponse } = await import('./first-data.ts')
  expect(takeFirstResponse(ask('/api/me'))).toBeUndefined()
})
