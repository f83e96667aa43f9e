import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { showResult } from './show-result.ts'

const queryKey = ['plan']

/** A cache with the data 'old', whose reads respond when the test resolves them. */
function cacheWithReads() {
  const cache = new QueryClient()
  const responses: ((data: string) => void)[] = []
  const shown = new QueryObserver(cache, { queryKey, queryFn: () => new Promise<string>((r) => responses.push(r)) })
  const leave = shown.subscribe(() => {})
  const respond = async (read: number, data: string) => {
    responses[read]?.(data)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { cache, responses, respond, leave, data: () => shown.getCurrentResult().data }
}

test('the result of a change remains if a read from before the change responds later', async () => {
  const { cache, responses, respond, leave, data } = cacheWithReads()
  await respond(0, 'old')
  void cache.invalidateQueries({ queryKey })
  showResult(cache, queryKey, 'new')
  await respond(1, 'old')
  expect(data()).toBe('new')
  await respond(2, 'newest')
  expect(data()).toBe('newest')
  expect(responses).toHaveLength(3)
  leave()
})

test('a first read is not canceled', async () => {
  const { cache, respond, leave, data } = cacheWithReads()
  const first = cache.fetchQuery<string>({ queryKey })
  showResult(cache, queryKey, 'new')
  expect(data()).toBe('new')
  await respond(0, 'newest')
  expect(await first).toBe('newest')
  leave()
})

test('a result that is shown while no read is under way causes no read', async () => {
  const { cache, responses, respond, leave, data } = cacheWithReads()
  await respond(0, 'old')
  showResult(cache, queryKey, (old: unknown) => `${String(old)} and new`)
  await respond(1, 'old')
  expect(data()).toBe('old and new')
  expect(responses).toHaveLength(1)
  leave()
})
