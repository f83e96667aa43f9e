import { connect, createServer, type Socket } from 'node:net'
import { roleNames, type RoleUrls } from '#server/db/roles.ts'

/** A proxy in front of the database that can be shut, as if the server had stopped. */
export interface Proxy {
  port: number
  /** Closes every connection and rejects new ones. */
  close(): Promise<void>
  open(): Promise<void>
  /** Drops every packet in both directions, as a firewall does: connections stay open without an error. */
  dropPackets(): void
  /** Forwards packets again. Dropped ones stay lost, so earlier connections stay silent. */
  resume(): void
}

export async function openProxy(target: URL): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((socket) => {
    const behind = connect(Number(target.port), target.hostname)
    let isLost = isSilent
    for (const [from, to] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => {
        isLost ||= isSilent
        if (!isLost) to.write(data)
      })
      from.on('error', () => to.destroy())
      from.once('close', () => {
        sockets.delete(from)
        if (!isSilent && !isLost) to.destroy()
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
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.resetAndDestroy()
      await closed
    },
    open: () => listen(port),
    dropPackets() {
      isSilent = true
    },
    resume() {
      isSilent = false
    },
  }
}

/** The same database and roles through the proxy. */
export function urlsThrough({ port }: Proxy, urls: RoleUrls): RoleUrls {
  const through = { ...urls }
  for (const role of roleNames) {
    const url = new URL(urls[role])
    url.port = String(port)
    through[role] = url.href
  }
  return through
}
