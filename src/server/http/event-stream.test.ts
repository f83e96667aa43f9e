import { describe, expect, test } from 'vitest'
import { isEventStream, mapStreamErrors } from './event-stream.ts'

const mapped = (error: unknown) => new Error(`mapped: ${error instanceof Error ? error.message : String(error)}`)

describe('event stream', () => {
  test('mapStreamErrors passes events through', async () => {
    async function* source() {
      yield 1
      yield 2
    }
    const seen = []
    for await (const event of await mapStreamErrors(source(), mapped)) seen.push(event)
    expect(seen).toEqual([1, 2])
  })

  test('mapStreamErrors rejects if the source fails before the first event', async () => {
    // oxlint-disable-next-line require-yield -- the source fails before it yields an event
    async function* source(): AsyncGenerator<number> {
      throw new Error('no such session')
    }
    await expect(mapStreamErrors(source(), mapped)).rejects.toThrow('mapped: no such session')
  })

  test('mapStreamErrors maps a later failure after the events before it', async () => {
    async function* source() {
      yield 1
      throw new Error('signed out')
    }
    const stream = await mapStreamErrors(source(), mapped)
    expect(await stream.next()).toEqual({ done: false, value: 1 })
    await expect(stream.next()).rejects.toThrow('mapped: signed out')
  })

  test('a mapped event stream closes its source, even if the stream was never read', async () => {
    let isOpen = true
    async function* source() {
      try {
        yield 1
        yield 2
      } finally {
        isOpen = false
      }
    }
    const stream = await mapStreamErrors(source(), mapped)
    await stream.return?.()
    expect(isOpen).toBe(false)
  })
})

test('isEventStream is true for an async generator only', () => {
  async function* source() {
    yield 1
  }
  expect(isEventStream(source())).toBe(true)
  for (const other of [null, undefined, 'text', {}, [], new Date()]) expect(isEventStream(other)).toBe(false)
})
