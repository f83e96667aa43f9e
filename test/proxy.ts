import { connect, createServer, type Socket } from 'node:net'

/** A door to the database that can be shut, as if the server had stopped. */
export interface Proxy {
  port: number
  /** Breaks every connection and refuses new ones. */
  shut(): Promise<void>
  open(): Promise<void>
}

export async function openProxy(target: URL): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const behind = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.once('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  await listen(0)
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')
  const { port } = address
  return {
    port,
    async shut() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.resetAndDestroy()
      await closed
    },
    open: () => listen(port),
  }
}
