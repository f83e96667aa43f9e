import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '../../recorder-state.ts'
import { chunkOf, chunkServer, type RequestOutcome, textOf } from './chunk-server.fixture.ts'
import { joinable, type PendingChunk } from './pending-chunks.ts'
import { type Body, ChunksRefused } from './put-chunks.ts'
import { createSender, type Outbox, type SendEnd } from './sender.ts'

/** A queue of pending chunks in memory. It asserts that no chunk is erased before the server has it. */
function outboxFor(server: Pick<ReturnType<typeof chunkServer>, 'stored'>) {
  let pending: (PendingChunk & { data: ArrayBuffer })[] = []
  let marked: { from: number; to: number } | null = null
  const outbox: Outbox = {
    next: async () => {
      const [first] = pending
      if (!first) return null
      const repeated = marked?.from === first.n ? marked : null
      const chunks = repeated ? pending.filter(({ n }) => n < repeated.to) : joinable(pending)
      const last = chunks.at(-1) ?? first
      marked = { from: first.n, to: last.n + 1 }
      const data = await new Blob(chunks.map((chunk) => chunk.data ?? '')).arrayBuffer()
      return { ...first, count: chunks.length, endsMs: last.endsMs, data }
    },
    acknowledge: async (before) => {
      expect(before).toBeLessThanOrEqual(server.stored().nextChunk)
      pending = pending.filter(({ n }) => n >= before)
    },
  }
  const add = (n: number, segment = 0, browser = 'a') => {
    const chunk = chunkOf(n, segment, browser)
    pending.push({ ...chunk, sessionId: 's', bytes: chunk.data.byteLength, isSent: false })
  }
  return { outbox, add, waiting: () => pending.map(({ data }) => textOf(data)).join('') }
}

function begin(server: ReturnType<typeof chunkServer>, box = outboxFor(server), put = server.put) {
  const lines: Connection[] = []
  const ends: SendEnd[] = []
  let savedMs = 0
  const sender = createSender(box.outbox, put, {
    onLine: (line) => lines.push(line),
    onSaved: (stored) => (savedMs = stored.savedMs),
    onEnd: (end) => ends.push(end),
  })
  return { sender, lines, ends, savedMs: () => savedMs, ...box }
}

const captured = (count: number) => Array.from({ length: count }, (_, n) => textOf(chunkOf(n).data)).join('')

describe('the sender', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    vi.stubGlobal('window', new EventTarget())
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** Advances the fake clock and waits. */
  const settled = async <Result>(promise: Promise<Result>): Promise<Result> => {
    const state = { isSettled: false }
    const watched = promise.finally(() => (state.isSettled = true))
    while (!state.isSettled) await vi.advanceTimersByTimeAsync(1000)
    return watched
  }
  const turn = () => vi.advanceTimersByTimeAsync(0)

  it('the sender sends each chunk as it arrives, in order', async () => {
    const server = chunkServer()
    const { sender, add, savedMs } = begin(server)
    for (const n of [0, 1, 2]) {
      add(n)
      sender.wake()
      expect(await settled(sender.drained())).toBeNull()
      expect(server.stored().nextChunk).toBe(n + 1)
    }
    expect([server.content(), savedMs()]).toEqual([captured(3), 1500])
    expect(server.requests.map(({ n, count }) => [n, count])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ])
  })

  it('the sender waits while the connection is lost, then resumes immediately and joins the chunks captured meanwhile', async () => {
    let isAway = true
    const server = chunkServer()
    const put: typeof server.put = (body, signal) =>
      isAway ? Promise.reject(new TypeError('Failed to fetch')) : server.put(body, signal)
    const { sender, add, lines } = begin(server, undefined, put)
    for (let n = 0; n < 240; n++) {
      add(n)
      sender.wake()
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(lines.at(-1)).toBe('waiting')
    isAway = false
    window.dispatchEvent(new Event('online'))
    await turn()
    await turn()
    expect(server.content()).toBe(captured(240))
    expect(lines.at(-1)).toBe('sending')
    // The first request repeats the failed one.
    expect(server.requests.map(({ count }) => count)).toEqual([1, 239])
  })

  it('the sender retries with the next slice if background timers are late', async () => {
    const server = chunkServer(['lost', 'lost', 'lost'])
    vi.stubGlobal('setTimeout', () => 0)
    const { sender, add } = begin(server)
    for (let n = 0; n < 20; n++) {
      add(n)
      vi.advanceTimersByTime(500)
      sender.wake()
      await turn()
    }
    await turn()
    expect(server.content()).toBe(captured(20))
  })

  it('the sender repeats the same request if there was no response', async () => {
    const server = chunkServer(['unanswered', 'hung'])
    const { sender, add } = begin(server)
    add(0)
    add(1)
    sender.wake()
    await turn()
    add(2)
    sender.wake()
    expect(await settled(sender.drained())).toBeNull()
    expect(server.requests.map(({ n, count }) => [n, count])).toEqual([
      [0, 2],
      [0, 2],
      [0, 2],
      [2, 1],
    ])
    expect(server.content()).toBe(captured(3))
  })

  it('the sender sends chunks of different segments separately', async () => {
    const server = chunkServer()
    const box = outboxFor(server)
    box.add(0, 0)
    box.add(1, 0)
    box.add(2, 1)
    box.add(3, 1)
    const { sender } = begin(server, box)
    await settled(sender.drained())
    expect(server.requests.map(({ n, count, segment }) => [n, count, segment])).toEqual([
      [0, 2, 0],
      [2, 2, 1],
    ])
  })

  it('the sender treats chunks that the server already has as sent', async () => {
    const server = chunkServer()
    const box = outboxFor(server)
    for (const n of [0, 1]) server.append({ ...chunkOf(n), count: 1 })
    for (const n of [0, 1, 2, 3]) box.add(n)
    const { sender } = begin(server, box)
    expect(await settled(sender.drained())).toBeNull()
    expect(server.content()).toBe(captured(4))
  })

  it('the sender keeps retrying while signed out or signed in as another user', async () => {
    const server = chunkServer([401, 401])
    const others = new ChunksRefused(404, 'session_missing', null)
    const put = vi.fn(server.put).mockRejectedValueOnce(others)
    const { sender, add, lines } = begin(server, undefined, put)
    add(0)
    sender.wake()
    await settled(sender.drained())
    expect(lines).toEqual(['no access', 'signed out', 'signed out', 'sending'])
    expect(server.content()).toBe(captured(1))
  })

  it.each([
    [409, 'recording_ended', 'ended'],
    [413, 'recording_full', 'full'],
    [422, 'chunk_out_of_range', 'elsewhere'],
    [409, 'chunk_out_of_order', 'elsewhere'],
    [422, 'recording_format', 'refused'],
  ] as const)('the sender stops after the response %i %s and keeps pending chunks', async (status, code, end) => {
    const server = chunkServer()
    const put = () => Promise.reject(new ChunksRefused(status, code, null))
    const { sender, add, ends, waiting } = begin(server, undefined, put)
    add(0)
    sender.wake()
    expect(await settled(sender.drained())).toBe(end)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([ends, waiting()]).toEqual([[end], captured(1)])
  })

  it('the sender erases nothing if another browser has continued the session', async () => {
    const server = chunkServer()
    const box = outboxFor(server)
    for (const n of [0, 1, 2]) server.append({ ...chunkOf(n, 1, 'b'), count: 1 })
    for (const n of [0, 1]) box.add(n)
    const { sender, ends } = begin(server, box)
    await settled(sender.drained())
    expect([ends, box.waiting()]).toEqual([['elsewhere'], captured(2)])
  })

  it('stop() ends the wait for pending chunks, and the sender sends no more requests', async () => {
    const server = chunkServer(['lost', 'lost', 'lost', 'lost'])
    const { sender, add, ends } = begin(server)
    add(0)
    sender.wake()
    const drained = sender.drained()
    await vi.advanceTimersByTimeAsync(300)
    sender.stop()
    expect(await drained).toBe('stopped')
    const before = server.requests.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect([server.requests.length, ends]).toEqual([before, []])
  })

  it('the sender retries if pending chunks cannot be read', async () => {
    const server = chunkServer()
    const box = outboxFor(server)
    const next = vi.fn<() => Promise<Body | null>>(box.outbox.next).mockRejectedValueOnce(new Error('closed'))
    box.add(0)
    const { sender } = begin(server, { ...box, outbox: { ...box.outbox, next } })
    expect(await settled(sender.drained())).toBeNull()
    expect(server.content()).toBe(captured(1))
  })

  it('the sender delivers exactly the captured audio, whatever requests are lost', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<RequestOutcome>('received', 'lost', 'unanswered', 'hung', 'damaged', 401, 500, 502), {
          maxLength: 30,
        }),
        fc.array(fc.record({ pauseMs: fc.nat(3000), isNewSegment: fc.boolean(), isKilled: fc.boolean() }), {
          minLength: 1,
          maxLength: 15,
        }),
        async (outcomes, slices) => {
          const server = chunkServer(outcomes)
          const box = outboxFor(server)
          let { sender } = begin(server, box)
          let segment = 0
          let wanted = ''
          for (const [n, { pauseMs, isNewSegment, isKilled }] of slices.entries()) {
            if (isNewSegment) segment += 1
            box.add(n, segment)
            wanted += textOf(chunkOf(n, segment).data)
            if (isKilled) {
              sender.stop()
              sender = begin(server, box).sender
            } else sender.wake()
            await vi.advanceTimersByTimeAsync(pauseMs)
            expect(wanted.startsWith(server.content())).toBe(true)
            expect(box.waiting().endsWith(wanted.slice(server.content().length))).toBe(true)
          }
          expect(await settled(sender.drained())).toBeNull()
          expect([server.content(), box.waiting()]).toEqual([wanted, ''])
        },
      ),
      { numRuns: 150 },
    ))
})
