import { describe, expect, test } from 'vitest'
import { RequestError } from '#web/api/auth.ts'
import { createIdempotentCall, subjectOf } from './with-idempotency.ts'

const subscription = { id: 'sub_1', priceId: 'price_1', cancelAtPeriodEnd: false }

const outcomes = {
  answer: () => Promise.resolve('done'),
  'no answer': () => Promise.reject(new TypeError('Failed to fetch')),
  refuse: (code: string, status: number) => Promise.reject(new RequestError(code, 'Told by the server.', status)),
}

/** Returns the ids of two calls, the first of which has the given outcome. */
async function idsOf(end: () => Promise<unknown>, subjects: readonly [string, string] = ['a', 'a']): Promise<string[]> {
  const once = createIdempotentCall<unknown>()
  const ids: string[] = []
  const call = (id: string) => (ids.push(id) === 1 ? end() : Promise.resolve())
  for (const subject of subjects) await once(subject, call).catch(() => null)
  return ids
}

const isSame = ([first, second]: string[]) => first === second

describe('idempotent call', () => {
  test.each([
    ['no answer', outcomes['no answer']],
    ['an error of ours', () => outcomes.refuse('unexpected', 500)],
    ['no answer of the provider', () => outcomes.refuse('payments_unreachable', 503)],
    ['the page of a proxy', () => outcomes.refuse('function_error', 504)],
    ['another call under way', () => outcomes.refuse('billing_busy', 409)],
  ])('keeps its id after %s', async (_, end) => {
    expect(isSame(await idsOf(end))).toBe(true)
  })

  test.each([
    ['an answer', outcomes.answer],
    ['a refusal', () => outcomes.refuse('card_declined', 402)],
    ['an error of the provider, which it would answer to that id again', () => outcomes.refuse('payments_failed', 502)],
    ['what somebody else has changed', () => outcomes.refuse('billing_overtaken', 409)],
  ])('gets a new id after %s', async (_, end) => {
    expect(isSame(await idsOf(end))).toBe(false)
  })

  test('gets a new id for another or changed subject', async () => {
    const now = subjectOf(subscription)
    for (const after of [null, { ...subscription, cancelAtPeriodEnd: true }, { ...subscription, priceId: 'price_2' }])
      expect(isSame(await idsOf(outcomes['no answer'], [now, subjectOf(after)]))).toBe(false)
    expect(isSame(await idsOf(outcomes['no answer'], [now, subjectOf({ ...subscription })]))).toBe(true)
  })

  test('keeps its id when repeated while running', async () => {
    const once = createIdempotentCall<string>()
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

  test('a late response does not end a newer call', async () => {
    const once = createIdempotentCall<string>()
    const late = Promise.withResolvers<string>()
    const ids: string[] = []
    const first = once('a', () => late.promise)
    const lost = (id: string) => {
      ids.push(id)
      return outcomes['no answer']()
    }
    await once('b', lost).catch(() => null)
    late.resolve('done')
    await first
    await once('b', lost).catch(() => null)
    expect(isSame(ids)).toBe(true)
  })
})
