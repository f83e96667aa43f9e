import { hash as digestOf } from 'node:crypto'
import { chainOfKey, type CopiedEvent, keyOfChain } from './copied-events.ts'
import type { Head } from './head.ts'

/** A chain that the scan could not prove intact. */
export interface Suspect {
  chain: string
  /** The first position that is not proven. */
  seq: number
  /** True if the chain is unproven only because the scan cannot follow the order of its events. */
  isUnordered: boolean
}

interface Chain {
  /** Position up to which all events have come, starting at the first. */
  seq: number
  hash: Buffer
  /** Events that came before their predecessors. */
  waiting: Map<number, { previousHash: Buffer; hash: Buffer }>
  isFaulty: boolean
  isUnordered: boolean
}

/** Maximum number of events that wait for their predecessors, about 20 MB. Most events are stored in chain order. */
const maxWaiting = 100_000

/** Recomputes the hash of each event and checks all chains in one pass, in any order of events. */
export class TrailScan {
  events = 0
  readonly #chains = new Map<string, Chain>()
  readonly #anchors: Map<string, Head>
  readonly #maxWaiting: number
  #waiting = 0
  #scratch = Buffer.alloc(4096)

  constructor(anchored: readonly Head[], limit = maxWaiting) {
    this.#anchors = new Map(anchored.map((head) => [keyOfChain(head.chain), head]))
    this.#maxWaiting = limit
  }

  add(event: CopiedEvent): void {
    this.events++
    const chain = this.#chainOf(event.chain)
    if (!this.#hashOf(event).equals(event.hash)) chain.isFaulty = true
    if (chain.isFaulty || chain.isUnordered) return
    if (event.seq === chain.seq + 1) {
      this.#follow(event.chain, chain, event)
      this.#followWaiting(event.chain, chain)
      return
    }
    if (event.seq <= chain.seq || chain.waiting.has(event.seq)) {
      chain.isFaulty = true
      return
    }
    if (this.#waiting >= this.#maxWaiting) {
      this.#waiting -= chain.waiting.size
      chain.waiting.clear()
      chain.isUnordered = true
      return
    }
    const { previousHash, hash } = event
    chain.waiting.set(event.seq, { previousHash: Buffer.from(previousHash), hash: Buffer.from(hash) })
    this.#waiting++
  }

  /** Chains that are not linked, do not end at their head, or do not contain the event of their anchor. */
  suspects(heads: readonly Head[]): Suspect[] {
    const suspects: Suspect[] = []
    const headed = new Map(heads.map((head) => [keyOfChain(head.chain), head]))
    for (const key of new Set([...headed.keys(), ...this.#chains.keys(), ...this.#anchors.keys()])) {
      const chain = this.#chains.get(key)
      const head = headed.get(key)
      const isWhole = chain ? endsAt(chain, head) : head?.seq === 0
      if (isWhole && !this.#anchors.has(key)) continue
      const isUnordered = chain !== undefined && chain.isUnordered && !chain.isFaulty
      suspects.push({ chain: chainOfKey(key), seq: (chain?.seq ?? 0) + 1, isUnordered })
    }
    return suspects
  }

  #chainOf(key: string): Chain {
    const known = this.#chains.get(key)
    if (known) return known
    const chain = { seq: 0, hash: Buffer.alloc(0), waiting: new Map(), isFaulty: false, isUnordered: false }
    this.#chains.set(key, chain)
    return chain
  }

  #follow(key: string, chain: Chain, event: { previousHash: Buffer; hash: Buffer }): void {
    if (!event.previousHash.equals(chain.hash)) chain.isFaulty = true
    chain.seq++
    chain.hash = Buffer.from(event.hash)
    const anchor = this.#anchors.get(key)
    if (anchor?.seq === chain.seq && anchor.hash === chain.hash.toString('hex')) this.#anchors.delete(key)
  }

  #followWaiting(key: string, chain: Chain): void {
    for (let next = chain.waiting.get(chain.seq + 1); next; next = chain.waiting.get(chain.seq + 1)) {
      this.#follow(key, chain, next)
      chain.waiting.delete(chain.seq)
      this.#waiting--
    }
  }

  #hashOf({ previousHash, text }: CopiedEvent): Buffer {
    const length = previousHash.length + text.length
    if (length > this.#scratch.length) this.#scratch = Buffer.alloc(length * 2)
    this.#scratch.set(previousHash)
    this.#scratch.set(text, previousHash.length)
    return digestOf('sha256', this.#scratch.subarray(0, length), 'buffer')
  }
}

/** True if all events of a chain are linked, from the first event to the head. */
function endsAt({ seq, hash, waiting, isFaulty, isUnordered }: Chain, head: Head | undefined): boolean {
  if (isFaulty || isUnordered || waiting.size > 0) return false
  return head?.seq === seq && head.hash === hash.toString('hex')
}
