import { ORPCError } from '@orpc/client'
import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { justLoadedMs } from '#web/api/just-loaded.ts'

// The typed client needs `window.location` and the build's contract.
vi.hoisted(() =>
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin: 'https://attend.example' } })),
)
vi.mock('virtual:contract', () => ({ default: {} }))

const { createQueryClient } = await import('./query-client.ts')
const { accountQuery } = await import('#web/identity/account.ts')

const fiveMinutes = 5 * 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const onSignedOut = vi.fn()
  const client = createQueryClient(onSignedOut)
  client.mount()
  return { client, onSignedOut }
}

/** Observes a query like a page, until the returned function is called. */
function show(client: ReturnType<typeof createQueryClient>, queryFn: () => Promise<unknown>): () => void {
  return new QueryObserver(client, { queryKey: ['notes'], queryFn }).subscribe(() => {})
}

describe('the query cache', () => {
  test('the query cache keeps loaded data fresh for five minutes', async () => {
    const { client } = setUp()
    const load = vi.fn(async () => 'notes')
    const ask = () => client.fetchQuery({ queryKey: ['notes'], queryFn: load })
    await ask()
    await vi.advanceTimersByTimeAsync(fiveMinutes - 1)
    await ask()
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    await ask()
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('the query cache evicts data five minutes after it was last shown', async () => {
    const { client } = setUp()
    const hide = show(client, async () => 'notes')
    await vi.advanceTimersByTimeAsync(0)
    hide()
    await vi.advanceTimersByTimeAsync(fiveMinutes - 1)
    expect(client.getQueryData(['notes'])).toBe('notes')
    await vi.advanceTimersByTimeAsync(1)
    expect(client.getQueryData(['notes'])).toBeUndefined()
  })

  test('mounting a page does not repeat a request that was just rejected for its loader', async () => {
    const { client } = setUp()
    const load = vi.fn(async () => Promise.reject(new ORPCError('client_missing', { status: 404 })))
    await client.prefetchQuery({ queryKey: ['notes'], queryFn: load })
    show(client, load)
    await vi.advanceTimersByTimeAsync(0)
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(justLoadedMs + 1)
    show(client, load)
    await vi.advanceTimersByTimeAsync(0)
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('window focus does not refetch data, even stale data', async () => {
    const { client } = setUp()
    const load = vi.fn(async () => 'notes')
    show(client, load)
    await vi.advanceTimersByTimeAsync(2 * fiveMinutes)
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(load).toHaveBeenCalledTimes(1)
    focusManager.setFocused(undefined)
  })

  test('the query cache is cleared immediately when the user is signed out', async () => {
    const { client, onSignedOut } = setUp()
    client.setQueryData([...accountQuery.queryKey], { firstName: 'Robin' })
    client.setQueryData(['clinical'], 'what was said')
    const refused = new ORPCError('not_signed_in', { status: 401 })
    show(client, () => Promise.reject(refused))
    await vi.advanceTimersByTimeAsync(0)
    expect(onSignedOut).toHaveBeenCalledTimes(1)
    expect(client.getQueryData(['clinical'])).toBeUndefined()
  })

  test('the query cache is not cleared by a sign-out on a page with unsaved work', async () => {
    const { client, onSignedOut } = setUp()
    client.setQueryData([...accountQuery.queryKey], { firstName: 'Robin' })
    client.setQueryData(['clinical'], 'what was said')
    const warn = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    show(client, () => Promise.reject(new ORPCError('not_signed_in', { status: 401 })))
    await vi.advanceTimersByTimeAsync(0)
    window.removeEventListener('beforeunload', warn)
    expect(onSignedOut).not.toHaveBeenCalled()
    expect(client.getQueryData(['clinical'])).toBe('what was said')
  })
})

describe('failed loads', () => {
  test.each([
    ['the server fails', new ORPCError('unexpected', { status: 500 }), 2],
    ['there is no response', new TypeError('fetch failed'), 2],
    ['the request is rejected', new ORPCError('not_allowed', { status: 403 }), 1],
    ['the record does not exist', new ORPCError('client_missing', { status: 404 }), 1],
  ])('a failed request is retried at most once: %s', async (_when, error, tries) => {
    const { client } = setUp()
    const load = vi.fn(() => Promise.reject(error))
    show(client, load)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).toHaveBeenCalledTimes(tries)
  })
})
