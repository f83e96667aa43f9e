import { afterEach, expect, test, vi } from 'vitest'
import { accountHeader, noOrganization, organizationHeader, viewingHeader } from '#shared/rules/viewing.ts'

const own = { [accountHeader]: 'a', [viewingHeader]: '', [organizationHeader]: noOrganization }
const shown = () => new Response('{}', { headers: own })
const rejected = () => new Response('{}', { status: 401 })

/** Sends a request of a new page to a server with these responses. Returns the statuses and the number of requests. */
async function send(
  guardedFetch: (request: Request, init: RequestInit) => Promise<Response>,
  method: string,
  ...responses: readonly (() => Response)[]
): Promise<[number, number]> {
  const fetch = vi.fn<(request: Request) => Promise<Response>>()
  for (const response of responses) fetch.mockResolvedValueOnce(response())
  vi.stubGlobal('fetch', fetch)
  const { status } = await guardedFetch(new Request('http://localhost/api/notices', { method }), {})
  return [status, fetch.mock.calls.length]
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('a page that was signed in reads once more, because its session may have been replaced', async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', { getElementById: () => null })
  // The page remembers whose data it shows.
  vi.resetModules()
  const { guardedFetch } = await import('./identity-guard.ts')
  expect(await send(guardedFetch, 'GET', rejected)).toEqual([401, 1])
  expect(await send(guardedFetch, 'GET', shown)).toEqual([200, 1])
  expect(await send(guardedFetch, 'GET', rejected, shown)).toEqual([200, 2])
  expect(await send(guardedFetch, 'GET', rejected, rejected)).toEqual([401, 2])
  expect(await send(guardedFetch, 'POST', rejected)).toEqual([401, 1])
})
