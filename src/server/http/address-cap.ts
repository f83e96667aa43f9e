import type { Server } from 'node:http'

/** Limits the open connections of one address, or its running requests if all connections come from our proxy. */
export interface AddressCap {
  /** Returns false at the limit. Otherwise increments the count of the address until `release` is called. */
  acquire(address: string): boolean
  release(address: string): void
}

export function createAddressCap(max: number): AddressCap {
  const counts = new Map<string, number>()
  return {
    acquire(address) {
      const before = counts.get(address) ?? 0
      if (before >= max) return false
      counts.set(address, before + 1)
      return true
    },
    release(address) {
      const remaining = (counts.get(address) ?? 1) - 1
      if (remaining > 0) counts.set(address, remaining)
      else counts.delete(address)
    },
  }
}

/** Closes connections beyond the limit immediately, before they use resources. */
export function capConnections(server: Server, cap: AddressCap): void {
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (cap.acquire(address)) socket.once('close', () => cap.release(address))
    else socket.destroy()
  })
}
