import type { Server } from 'node:http'

/** How much one address holds at once: connections, or requests where all connections come from our proxy. */
export interface AddressCap {
  /** False when the address holds as much as it may. Otherwise counts one more until `release` is called. */
  take(address: string): boolean
  release(address: string): void
}

export function createAddressCap(most: number): AddressCap {
  const held = new Map<string, number>()
  return {
    take(address) {
      const before = held.get(address) ?? 0
      if (before >= most) return false
      held.set(address, before + 1)
      return true
    },
    release(address) {
      const left = (held.get(address) ?? 1) - 1
      if (left > 0) held.set(address, left)
      else held.delete(address)
    },
  }
}

/** Closes connections beyond the cap at once, before they cost anything. */
export function capConnections(server: Server, cap: AddressCap): void {
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (cap.take(address)) socket.once('close', () => cap.release(address))
    else socket.destroy()
  })
}
