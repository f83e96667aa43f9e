import { afterEach, expect, it, vi } from 'vitest'
import { keepScreenAwake } from './wake-lock.ts'

afterEach(() => void vi.unstubAllGlobals())

it('the wake lock is requested again if the page was hidden and shown during the request', async () => {
  const first = Promise.withResolvers<EventTarget>()
  const lock = Object.assign(new EventTarget(), { release: async () => undefined })
  const request = vi.fn<() => Promise<EventTarget>>().mockReturnValueOnce(first.promise).mockResolvedValue(lock)
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('navigator', { wakeLock: { request } })
  vi.stubGlobal('document', page)
  const changes: boolean[] = []
  const release = keepScreenAwake((isAwake) => void changes.push(isAwake))
  page.dispatchEvent(new Event('visibilitychange'))
  first.reject(new DOMException('The page is hidden', 'NotAllowedError'))
  await vi.waitFor(() => expect(changes).toEqual([false, true]))
  expect(request).toHaveBeenCalledTimes(2)
  release()
})
