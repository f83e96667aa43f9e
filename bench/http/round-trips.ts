import { once } from 'node:events'
import { connect, createServer } from 'node:net'

export interface CountingProxy {
  /** The database's address with the proxy's port. */
  url: string
  /** Round trips so far: data from a client after data from the database. */
  count: () => number
  stop: () => void
}

/** Forwards connections to the database of `url` and counts round trips. */
export async function countRoundTrips(url: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(url)
  let trips = 0
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    let isAnswered = true
    client.on('data', () => {
      if (isAnswered) trips++
      isAnswered = false
    })
    server.on('data', () => {
      isAnswered = true
    })
    client.pipe(server).pipe(client)
    for (const socket of [client, server]) socket.on('error', () => [client, server].forEach((one) => one.destroy()))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('The proxy has no port.')
  const proxied = new URL(url)
  proxied.port = String(address.port)
  return { url: proxied.href, count: () => trips, stop: () => proxy.close() }
}
