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

/** Loads the module with a document that can be hidden. Returns its body and the addresses that the page opened. */
async function loadGuardOfPage() {
  const opened: string[] = []
  const location = { origin: 'http://localhost', assign: (address: string) => void opened.push(address) }
  const events = new EventTarget()
  const body = { hidden: false }
  const page = Object.assign(events, {
    visibilityState: 'visible',
    body,
    documentElement: { append: () => {} },
    getElementById: () => null,
    createElement: () => ({ setAttribute: () => {}, remove: () => {}, style: {} }),
  })
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location }))
  vi.stubGlobal('document', page)
  vi.resetModules()
  return { guardedFetch: (await import('./identity-guard.ts')).guardedFetch, body, opened, page }
}

const responseOf =
  (account: string, organization = noOrganization, status = 200) =>
  () =>
    new Response('{}', {
      status,
      headers: { ...identityHeaders, [accountHeader]: account, [organizationHeader]: organization },
    })

/** Lets a browser ask before it leaves the page. */
const askBeforeLeaving = () => window.addEventListener('beforeunload', (event) => event.preventDefault())

const discarded = { name: 'IdentityChanged' }

test('a page with unsaved work is covered while another user is signed in, and continues with its own user', async () => {
  const { guardedFetch, body, opened, page } = await loadGuardOfPage()
  askBeforeLeaving()
  await send(guardedFetch, 'GET', responseOf('a'))
  await expect(send(guardedFetch, 'GET', responseOf('b', 'o'))).rejects.toMatchObject(discarded)
  expect(body.hidden).toBe(true)
  await expect(send(guardedFetch, 'GET', responseOf('b', 'o'))).rejects.toMatchObject(discarded)
  expect(opened).toEqual(['/'])
  expect(await send(guardedFetch, 'GET', responseOf('a'))).toEqual([200, 1])
  expect(body.hidden).toBe(false)

  await expect(send(guardedFetch, 'GET', responseOf('b'))).rejects.toMatchObject(discarded)
  vi.stubGlobal('fetch', async () => responseOf('a')())
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(body.hidden).toBe(false))
})

test('a page without unsaved work is left, and shows no error', async () => {
  const { guardedFetch, body, opened } = await loadGuardOfPage()
  await send(guardedFetch, 'GET', responseOf('a'))
  const settled = vi.fn<() => void>()
  void send(guardedFetch, 'GET', responseOf('b')).finally(settled)
  await vi.waitFor(() => expect(opened).toEqual(['/']))
  expect(body.hidden).toBe(true)
  expect(settled).not.toHaveBeenCalled()
})

test('a response for another organization is discarded, and its error says why', async () => {
  const { guardedFetch, body } = await loadGuardOfPage()
  askBeforeLeaving()
  await send(guardedFetch, 'GET', responseOf('a', 'o'))
  const { readError } = await import('#web/api/errors.ts')
  const error = await send(guardedFetch, 'GET', responseOf('a', 'p')).catch((thrown: unknown) => thrown)
  expect(readError(error)).toMatchObject({ code: 'identity_changed', status: null })
  expect(readError(error).sentence).toContain('another user or organization')
  expect(body.hidden).toBe(false)
})

test('an error in another organization is returned, because it says what to do', async () => {
  const { guardedFetch, opened } = await loadGuardOfPage()
  askBeforeLeaving()
  await send(guardedFetch, 'GET', responseOf('a', 'o'))
  expect(await send(guardedFetch, 'POST', responseOf('a', 'p', 409))).toEqual([409, 1])
  expect(await send(guardedFetch, 'POST', responseOf('a', noOrganization, 403))).toEqual([403, 1])
  expect(opened).toEqual(['/'])
  await expect(send(guardedFetch, 'POST', responseOf('b', 'o', 409))).rejects.toMatchObject(discarded)
})

test('a page with a recording stays open without a dialog of the browser, and is notified once', async () => {
  const { guardedFetch, opened } = await loadGuardOfPage()
  askBeforeLeaving()
  const { stayOnPage } = await import('./stay-on-page.ts')
  const notified = vi.fn<(isOtherIdentity: boolean) => void>()
  const release = stayOnPage(notified)
  await send(guardedFetch, 'GET', responseOf('a', 'o'))
  await expect(send(guardedFetch, 'GET', responseOf('a', 'p'))).rejects.toMatchObject(discarded)
  await expect(send(guardedFetch, 'GET', responseOf('a', 'p'))).rejects.toMatchObject(discarded)
  expect([opened, notified.mock.calls]).toEqual([[], [[true]]])
  await send(guardedFetch, 'GET', responseOf('a', 'o'))
  await send(guardedFetch, 'GET', responseOf('a', 'o'))
  expect(notified.mock.calls).toEqual([[true], [false]])
  release()
  await expect(send(guardedFetch, 'GET', responseOf('a', 'p'))).rejects.toMatchObject(discarded)
  expect(opened).toEqual(['/'])
})

test('a late response does not show the page again while another user is signed in', async () => {
  const { guardedFetch, body } = await loadGuardOfPage()
  askBeforeLeaving()
  await send(guardedFetch, 'GET', responseOf('a'))
  const { promise, resolve } = Promise.withResolvers<Response>()
  const fetch = vi.fn(() => promise)
  vi.stubGlobal('fetch', fetch)
  const late = guardedFetch(new Request('http://localhost/api/notices'), {})
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
  await expect(send(guardedFetch, 'GET', responseOf('b'))).rejects.toMatchObject(discarded)
  resolve(responseOf('a')())
  expect((await late).status).toBe(200)
  expect(body.hidden).toBe(true)
  await send(guardedFetch, 'GET', responseOf('a'))
  expect(body.hidden).toBe(false)
})

test('a rejected request means that the page is signed out, even if the response names its account', async () => {
  const guardedFetch = await loadGuard()
  askBeforeLeaving()
  const { signInState } = await import('./sign-in-state.ts')
  await send(guardedFetch, 'GET', okResponse)
  expect(signInState.isLost()).toBe(false)
  await send(guardedFetch, 'POST', () => new Response('{}', { status: 401, headers: identityHeaders }))
  expect(signInState.isLost()).toBe(true)
  await send(guardedFetch, 'GET', okResponse)
  expect(signInState.isLost()).toBe(false)
})

test('a change of password or second factor names the account that the page shows', async () => {
  const guardedFetch = await loadGuard()
  const { request } = await import('#web/api/auth.ts')
  await send(guardedFetch, 'GET', okResponse)
  const named: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    named.push(headers.get(accountHeader))
    return okResponse()
  })
  await request('POST', 'auth/credentials/password', 'Failed', {})
  expect(named).toEqual(['a'])
})

test('requests name the account and the organization whose data the page shows', async () => {
  const guardedFetch = await loadGuard()
  const named: (string | null)[][] = []
  let organization = noOrganization
  vi.stubGlobal('fetch', async ({ headers }: Request) => {
    named.push([headers.get(accountHeader), headers.get(organizationHeader)])
    return responseOf('a', organization)()
  })
  const request = () => guardedFetch(new Request('http://localhost/api/notices'), {})
  await request()
  organization = 'o'
  await request()
  await request()
  // A user in no organization may join one, so the page names none.
  expect(named).toEqual([
    [null, null],
    ['a', null],
    ['a', 'o'],
  ])
})
