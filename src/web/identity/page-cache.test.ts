import { afterEach, expect, test, vi } from 'vitest'
import { preventPageRestore } from './page-cache.ts'

afterEach(() => vi.unstubAllGlobals())

test('a page that was left is hidden, and is loaded again if the browser restores it', () => {
  const reload = vi.fn<() => void>()
  const page = Object.assign(new EventTarget(), { location: { reload } })
  const documentElement = { hidden: false }
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { documentElement })
  preventPageRestore()
  expect(documentElement.hidden).toBe(false)
  page.dispatchEvent(new Event('pagehide'))
  expect(documentElement.hidden).toBe(true)
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(reload).not.toHaveBeenCalled()
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(reload).toHaveBeenCalledTimes(1)
})
