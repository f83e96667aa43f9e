import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { useSingleMutation } from './use-single-mutation.ts'

test('while a call is running, the same call is ignored and a call with other variables is sent', async () => {
  const ends = new Map<string, () => void>()
  const send = vi.fn((id: string) => new Promise<void>((resolve) => ends.set(id, resolve)))
  const done: string[] = []
  const cache = new QueryClient()
  const { result } = renderHook(
    () =>
      useSingleMutation({
        mutationFn: ({ id }: { id: string }) => send(id),
        onSuccess: (_, { id }) => void done.push(id),
      }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={cache}>{children}</QueryClientProvider>
      ),
    },
  )
  const call = (id: string) => act(() => result.current.mutate({ id }))
  call('north')
  call('north')
  call('south')
  await vi.waitFor(() => expect(send.mock.calls.flat()).toEqual(['north', 'south']))
  await act(async () => ends.get('north')?.())
  await vi.waitFor(() => expect(done).toEqual(['north']))
  call('south')
  call('north')
  await vi.waitFor(() => expect(send.mock.calls.flat()).toEqual(['north', 'south', 'north']))
})
