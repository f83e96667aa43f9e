import { afterEach, expect, it, vi } from 'vitest'
import { persistStorage } from './persist-storage.ts'

afterEach(() => void vi.unstubAllGlobals())

it.each([
  ['granted', 1],
  ['prompt', 0],
  ['unknown', 1],
])('persistent storage is requested unless the browser would ask the user: %s', async (state, requests) => {
  const persist = vi.fn(async () => true)
  const query = async () => {
    if (state === 'unknown') throw new TypeError('Unknown permission')
    return { state }
  }
  vi.stubGlobal('navigator', { storage: { persist }, permissions: { query } })
  await persistStorage()
  expect(persist).toHaveBeenCalledTimes(requests)
})
