import { afterEach, expect, test, vi } from 'vitest'
import { accountHeader, noOrganization, organizationHeader, viewingHeader } from '#shared/rules/viewing.ts'

const identityHeaders = { [accountHeader]: 'a', [viewingHeader]: '', [organizationHeader]: noOrganization }
const okResponse = () => new Response('{}', { headers: identityHeaders })
const rejectedResponse = () => new Response('{}', { status: 401 })

/** Sends a request to a server with these responses. Returns the status and the number of requests that were sent. */
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

/** Loads the module again, because it stores whose data the page shows. */
async function loadGuard() {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', { getElementById: () => null })
  vi.resetModules()
  return (await import('./identity-guard.ts')).guardedFetch
}

test('a page that was signed in repeats a rejected read once, because its session cookie may have been replaced', async () => {
  const guardedFetch = await loadGuard()
  expect(await send(guardedFetch, 'GET', rejectedResponse)).toEqual([401, 1])
  expect(await send(guardedFetch, 'GET', okResponse)).toEqual([200, 1])
  expect(await send(guardedFetch, 'GET', rejectedResponse, okResponse)).toEqual([200, 2])
  expect(await send(guardedFetch, 'GET', rejectedResponse, rejectedResponse)).toEqual([401, 2])
  expect(await send(guardedFetch, 'POST', rejectedResponse)).toEqual([401, 1])
})

test('a response for another organization notifies the listeners, because the user may stay on the page', async () => {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { assign: () => {} } }))
  vi.stubGlobal('document', { getElementById: () => null, documentElement: {} })
  vi.resetModules()
  const { guardedFetch, onIdentityChange } = await import('./identity-guard.ts')
  const listener = vi.fn<() => void>()
  const stop = onIdentityChange(listener)
  await send(
    guardedFetch,
    'GET',
    () => new Response('{}', { headers: { ...identityHeaders, [organizationHeader]: 'o' } }),
  )
  expect(listener).not.toHaveBeenCalled()
  void send(guardedFetch, 'GET', okResponse)
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1))
  stop()
})

test('a rejected request means that the page is signed out, even if the response names its account', async () => {
  const guardedFetch = await loadGuard()
  window.addEventListener('beforeunload', (event) => event.preventDefault())
  const { signInState } = await import('./sign-in-state.ts')
  await send(guardedFetch, 'GET', okResponse)
  expect(signInState.isLost()).toBe(false)
  await send(guardedFetch, 'POST', () => new Response('{}', { status: 401, headers: identityHeaders }))
  expect(signInState.isLost()).toBe(true)
  await send(guardedFetch, 'GET', okResponse)
  expect(signInState.isLost()).toBe(false)
})

test('requests name the account whose data the page shows', async () => {
  const guardedFetch = await loadGuard()
  const named: (string | null)[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    named.push(request.headers.get(accountHeader))
    return okResponse()
  })
  const request = () => guardedFetch(new Request('http://localhost/api/notices'), {})
  await request()
  await request()
  expect(named).toEqual([null, 'a'])
})
