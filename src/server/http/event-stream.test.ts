import { describe, expect, test } from 'vitest'
import { isEventStream, tellFailures } from './event-stream.ts'

const told = (error: unknown) => new Error(`told: ${error instanceof Error ? error.message : String(error)}`)

describe('a stream of events', () => {
  test('arrives as it is', async () => {
    async function* source() {
      yield 1
      yield 2
    }
    const seen = []
    for await (const event of await tellFailures(source(), told)) seen.push(event)
    expect(seen).toEqual([1, 2])
  })

  test('that fails before its first event is no stream at all', async () => {
    // oxlint-disable-next-line require-yield -- it fails before there is anything to yield
    async function* source(): AsyncGenerator<number> {
      throw new Error('no such session')
    }
    await expect(tellFailures(source(), told)).rejects.toThrow('told: no such session')
  })

  test('that fails later tells so after what it had to say', async () => {
    async function* source() {
      yield 1
      throw new Error('signed out')
    }
    const stream = await tellFailures(source(), told)
    expect(await stream.next()).toEqual({ done: false, value: 1 })
    await expect(stream.next()).rejects.toThrow('told: signed out')
  })

  test('lets go of its source, also when nobody ever read it', async () => {
    let isOpen = true
    async function* source() {
      try {
        yield 1
        yield 2
      } finally {
        isOpen = false
      }
    }
    const stream = await tellFailures(source(), told)
    await stream.return?.()
    expect(isOpen).toBe(false)
  })
})

test('is told from other answers', () => {
  async function* source() {
    yield 1
  }
  expect(isEventStream(source())).toBe(true)
  for (const other of [null, undefined, 'text', {}, [], new Date()]) expect(isEventStream(other)).toBe(false)
})
