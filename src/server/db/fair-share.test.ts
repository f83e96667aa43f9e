import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FairShare } from './fair-share.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that a test ends by name, and the order in which it began. */
function tracked() {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (name: string) => async () => {
    begun.push(name)
    await new Promise<void>((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve())))
    return name
  }
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { begun, work, end }
}

test('an account runs at most its share at the same time, oldest first, and does not delay another account', async () => {
  const { begun, work, end } = tracked()
  const share = new FairShare(2)
  const running = ['a1', 'a2', 'a3', 'a4'].map((name) => share.run('a', work(name)))
  const other = share.run('b', work('b1'))
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  await end('a1')
  await end('a3')
  await end('a4')
  await end('b1')
  expect(await Promise.all([...running, other])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
})

test('after work fails, the next work of the account starts', async () => {
  const { begun, work, end } = tracked()
  const share = new FairShare(1)
  const failure = share.run('a', work('a1')).catch((error: unknown) => error)
  const next = share.run('a', work('a2'))
  await end('a1', new Error('no disk'))
  expect(await failure).toEqual(new Error('no disk'))
  expect(begun).toEqual(['a1', 'a2'])
  await end('a2')
  expect(await next).toBe('a2')
})

test('work that cannot start within five seconds fails, and later work still starts', async () => {
  const { begun, work, end } = tracked()
  const share = new FairShare(1)
  const first = share.run('a', work('a1'))
  const lateWork = share.run('a', work('late')).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await lateWork).toMatchObject({ code: 'database_busy' })
  const next = share.run('a', work('a2'))
  await end('a1')
  expect(begun).toEqual(['a1', 'a2'])
  await end('a2')
  expect(await Promise.all([first, next])).toEqual(['a1', 'a2'])
})

test('an account runs new work after all of its earlier work has ended', async () => {
  const share = new FairShare(1)
  await share.run('a', async () => undefined)
  expect(await share.run('a', async () => 'again')).toBe('again')
})
