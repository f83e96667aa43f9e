import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// The typed client needs `window.location` and the build's contract.
vi.hoisted(() =>
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin: 'https://attend.example' } })),
)
vi.mock('virtual:contract', () => ({ default: {} }))

const { plansQuery } = await import('./billing-queries.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('plans that fail to load are requested twice: for the route, and by one retry', async () => {
  // The same retry rule as in app/query-client.ts.
  const client = new QueryClient({ defaultOptions: { queries: { retry: (failures) => failures < 1 } } })
  const queryFn = vi.fn(() => Promise.reject(Object.assign(new Error('down'), { status: 503 })))
  const options = { ...plansQuery, queryFn }
  const prefetched = client.prefetchQuery(options)
  await vi.advanceTimersByTimeAsync(60_000)
  await prefetched
  const shown = new QueryObserver(client, options)
  const leave = shown.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queryFn).toHaveBeenCalledTimes(2)
  expect(shown.getCurrentResult().isError).toBe(true)
  const refetched = shown.refetch()
  await vi.advanceTimersByTimeAsync(60_000)
  await refetched
  expect(queryFn.mock.calls.length).toBeGreaterThan(2)
  leave()
})
