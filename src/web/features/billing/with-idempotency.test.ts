import { describe, expect, test } from 'vitest'
import { RequestError } from '#web/api/auth.ts'
import { createIdempotentCall } from '#web/api/idempotent-call.ts'
import { isFinal, subjectOf } from './with-idempotency.ts'

const subscription = { id: 'sub_1', priceId: 'price_1', cancelAtPeriodEnd: false }

const outcomes = {
  answer: () => Promise.resolve('done'),
  'no answer': () => Promise.reject(new TypeError('Failed to fetch')),
  refuse: (code: string, status: number) => Promise.reject(new RequestError(code, 'Told by the server.', status)),
}

/** Makes a call with the given outcome and then a second call. Returns the request ids of both. */
async function idsOf(end: () => Promise<unknown>, subjects: readonly [string, string] = ['a', 'a']): Promise<string[]> {
  const once = createIdempotentCall(isFinal)
  const ids: string[] = []
  const call = (id: string) => (ids.push(id) === 1 ? end() : Promise.resolve())
  for (const subject of subjects) await once(subject, call).catch(() => null)
  return ids
}

const isSame = ([first, second]: string[]) => first === second

describe('an idempotent call', () => {
  test.each([
    ['no response', outcomes['no answer']],
    ['an error of our server', () => outcomes.refuse('unexpected', 500)],
    ['no response of the provider', () => outcomes.refuse('payments_unreachable', 503)],
    ["a proxy's page", () => outcomes.refuse('function_error', 504)],
    ['a conflict with another running call', () => outcomes.refuse('billing_busy', 409)],
  ])('an idempotent call keeps its request id after %s', async (_, end) => {
    expect(isSame(await idsOf(end))).toBe(true)
  })

  test.each([
    ['a successful response', outcomes.answer],
    ['a declined card', () => outcomes.refuse('card_declined', 402)],
    ['an error of the provider, which it repeats for the same id', () => outcomes.refuse('payments_failed', 502)],
    ['a conflict with another change', () => outcomes.refuse('billing_overtaken', 409)],
  ])('an idempotent call gets a new request id after %s', async (_, end) => {
    expect(isSame(await idsOf(end))).toBe(false)
  })

  test('an idempotent call gets a new request id for another subject or a changed one', async () => {
    const now = subjectOf(subscription)
    for (const after of [null, { ...subscription, cancelAtPeriodEnd: true }, { ...subscription, priceId: 'price_2' }])
      expect(isSame(await idsOf(outcomes['no answer'], [now, subjectOf(after)]))).toBe(false)
    expect(isSame(await idsOf(outcomes['no answer'], [now, subjectOf({ ...subscription })]))).toBe(true)
  })

  test('an idempotent call that fails after another one began keeps its request id, but not once another one begins', async () => {
    const once = createIdempotentCall(isFinal)
    const lost = Promise.withResolvers<string>()
    const ids: string[] = []
    const call = (end: () => Promise<unknown>) => (id: string) => {
      ids.push(id)
      return end()
    }
    const first = once(
      'a',
      call(() => lost.promise),
    ).catch(() => null)
    await once('b', call(outcomes.answer))
    lost.reject(new TypeError('Failed to fetch'))
    await first
    await once('a', call(outcomes['no answer'])).catch(() => null)
    await once('b', call(outcomes.answer))
    await once('a', call(outcomes.answer))
    const [sent, , retried, , later] = ids
    expect(retried).toBe(sent)
    expect(later).not.toBe(sent)
  })

  test('an idempotent call keeps its request id when it is repeated while running', async () => {
    const once = createIdempotentCall(isFinal)
    const held = Promise.withResolvers<string>()
    const ids: string[] = []
    const call = (id: string) => {
      ids.push(id)
      return held.promise
    }
    const both = [once('a', call), once('a', call)]
    held.resolve('done')
    await Promise.all(both)
    expect(isSame(ids)).toBe(true)
    await once('a', call)
    expect(isSame(ids.slice(1))).toBe(false)
  })

  test('a late response does not change the request id of a newer idempotent call', async () => {
    const once = createIdempotentCall(isFinal)
    const lateResponse = Promise.withResolvers<string>()
    const ids: string[] = []
    const first = once('a', () => lateResponse.promise)
    const loseResponse = (id: string) => {
      ids.push(id)
      return outcomes['no answer']()
    }
    await once('b', loseResponse).catch(() => null)
    lateResponse.resolve('done')
    await first
    await once('b', loseResponse).catch(() => null)
    expect(isSame(ids)).toBe(true)
  })
})
