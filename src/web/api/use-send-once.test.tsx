import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSendOnce } from './use-send-once.ts'

function open() {
  const ids: string[] = []
  const { result } = renderHook(() => useSendOnce())
  const send = (content: object, isAnswered: boolean) =>
    result.current(content, async ({ requestId }) => {
      ids.push(requestId)
      if (!isAnswered) throw new Error('the response was lost')
    })
  return { ids, send }
}

test('a retry after a lost response has the id of the first request', async () => {
  const { ids, send } = open()
  await expect(send({ text: 'once' }, false)).rejects.toThrow('lost')
  await send({ text: 'once' }, true)
  expect(ids[1]).toBe(ids[0])
})

test('changed content has another id, and so has the same content after a success', async () => {
  const { ids, send } = open()
  await expect(send({ text: 'first' }, false)).rejects.toThrow('lost')
  await send({ text: 'second' }, true)
  await send({ text: 'second' }, true)
  expect(new Set(ids).size).toBe(3)
})
