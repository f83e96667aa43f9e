import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type CopiedEvent, chainOfKey, keyOfChain } from './copied-events.ts'
import { TrailScan } from './scan.ts'
import type { Head } from './head.ts'

const chain = '01020304-0506-4708-890a-0b0c0d0e0f10'

/** A chain of events with correct hashes, and its head. */
function chainOf(id: string, length: number): { events: CopiedEvent[]; head: Head } {
  const events: CopiedEvent[] = []
  let previousHash: Buffer = Buffer.alloc(0)
  for (let seq = 1; seq <= length; seq++) {
    const text = Buffer.from(`event ${seq} of ${id}`)
    const hash = createHash('sha256').update(previousHash).update(text).digest()
    events.push({ chain: keyOfChain(id), seq, previousHash, hash, text })
    previousHash = hash
  }
  return { events, head: { chain: id, seq: length, hash: previousHash.toString('hex') } }
}

function scanTrail(
  events: readonly CopiedEvent[],
  head: Head,
  { anchors = [], limit }: { anchors?: Head[]; limit?: number } = {},
) {
  const scan = new TrailScan(anchors, limit)
  for (const event of events) scan.add(event)
  return scan.suspects([head])
}

const headAt = (events: readonly CopiedEvent[], seq: number): Head => ({
  chain,
  seq,
  hash: events[seq - 1]?.hash.toString('hex') ?? '',
})

test('a chain id can be restored from its key', () => {
  expect(chainOfKey(keyOfChain(chain))).toBe(chain)
})

describe('a scan of the audit trail', () => {
  const { events, head } = chainOf(chain, 9)

  test.for([
    ['in order', events],
    ['backwards', events.toReversed()],
    ['with the first event last', [...events.slice(1), ...events.slice(0, 1)]],
  ] as const)('the scan finds no fault in an intact chain whose events come %s', ([, order]) => {
    expect(scanTrail(order, head, { anchors: [headAt(events, 4)] })).toEqual([])
  })

  test('the scan reports a chain with too many waiting events as unordered, not as faulty', () => {
    expect(scanTrail(events.toReversed(), head, { limit: 3 })).toEqual([{ chain, seq: 1, isUnordered: true }])
  })

  test('an unordered chain does not hide the fault of another chain', () => {
    const other = chainOf('11020304-0506-4708-890a-0b0c0d0e0f10', 3)
    const scan = new TrailScan([], 3)
    for (const event of [...events.toReversed(), ...other.events.slice(1)]) scan.add(event)
    expect(scan.suspects([head, other.head])).toEqual([
      { chain, seq: 1, isUnordered: true },
      { chain: other.head.chain, seq: 1, isUnordered: expect.any(Boolean) },
    ])
  })

  const changed = (seq: number, change: Partial<CopiedEvent>) =>
    events.map((event) => (event.seq === seq ? { ...event, ...change } : event))
  const { hash: forgedHash } = changed(5, {})[0] ?? { hash: randomBytes(32) }

  test.for([
    ['a changed text', changed(5, { text: Buffer.from('event 5 of someone else') }), head],
    ['a changed hash', changed(5, { hash: forgedHash }), head],
    ['a changed previous hash', changed(5, { previousHash: randomBytes(32) }), head],
    ['a missing event', events.filter(({ seq }) => seq !== 5), head],
    ['a missing first event', events.slice(1), head],
    ['a missing last event', events.slice(0, -1), head],
    ['no event', [], head],
    ['an event twice', [...events, ...events.slice(4, 5)], head],
    ['an event twice before its predecessor', [...events.slice(4, 5), ...events.slice(4, 5), ...events], head],
    ['an event whose predecessor is missing', [...events, ...chainOf(chain, 11).events.slice(10)], head],
    ['more events than its head', events, headAt(events, 8)],
    ['a head with another hash', events, { ...headAt(events, 8), seq: 9 }],
    ['a head of another chain', events, { ...head, chain: '21020304-0506-4708-890a-0b0c0d0e0f10' }],
  ] as const)('the scan reports a chain with %s as faulty, in both orders of the events', ([, found, itsHead]) => {
    for (const order of [found, found.toReversed()])
      expect(scanTrail(order, itsHead)).toContainEqual(expect.objectContaining({ isUnordered: false }))
  })

  test('the scan reports a chain that differs from its anchor, is shorter than its anchor, or is missing', () => {
    const rewritten = { ...headAt(events, 4), hash: head.hash }
    expect(scanTrail(events, head, { anchors: [rewritten] })).toMatchObject([{ chain, isUnordered: false }])
    expect(scanTrail(events.slice(0, 3), headAt(events, 3), { anchors: [headAt(events, 4)] })).toMatchObject([
      { chain },
    ])
    expect(new TrailScan([head]).suspects([])).toEqual([{ chain, seq: 1, isUnordered: false }])
  })

  test('the scan accepts a head without events, which a lock of the chain creates', () => {
    expect(scanTrail([], { chain, seq: 0, hash: '' })).toEqual([])
  })

  test('the scan recomputes the hash of an event of 100,000 bytes', () => {
    const text = randomBytes(100_000)
    const hash = createHash('sha256').update(text).digest()
    const longEvent = { chain: keyOfChain(chain), seq: 1, previousHash: Buffer.alloc(0), hash, text }
    expect(scanTrail([longEvent], { chain, seq: 1, hash: hash.toString('hex') })).toEqual([])
  })
})
