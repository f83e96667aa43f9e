import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAccess } from './use-access.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const minuteMs = 60_000

test('the access ends when the page is shown again after the computer has slept', () => {
  const cache = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useAccess('client', 'c-2'), { wrapper })
  act(() => result.current.begin())
  // Timers do not advance while a computer sleeps.
  vi.setSystemTime(Date.now() + 15 * minuteMs)
  expect(result.current.isOpen).toBe(true)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(result.current.isOpen).toBe(false)
  cache.clear()
})

test('the access lasts 15 minutes, also while no page shows the record', () => {
  const cache = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  )
  const open = () => renderHook(() => useAccess('client', 'c-1'), { wrapper })
  const first = open()
  act(() => first.result.current.begin())
  first.unmount()
  vi.advanceTimersByTime(10 * minuteMs)
  const second = open()
  expect(second.result.current.isOpen).toBe(true)
  act(() => void vi.advanceTimersByTime(5 * minuteMs))
  expect(second.result.current.isOpen).toBe(false)
  second.unmount()
  expect(open().result.current.isOpen).toBe(false)
  cache.clear()
})
