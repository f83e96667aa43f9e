import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#server/free-port.ts'
import { isClientDisconnect } from './client-disconnect.ts'

const server = createServer()
let url: string
beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

/** A response in progress, and a function that disconnects its client. */
async function respondSlowly(): Promise<{ response: ServerResponse; disconnect: () => void }> {
  const asked = once(server, 'request')
  const reader = get(url)
  reader.on('error', () => {})
  const [, response] = await asked
  return { response, disconnect: () => void reader.destroy() }
}

const outcomeOf = (sent: Promise<void>) =>
  sent.then(
    () => null,
    (error: unknown) => error,
  )

test('a client that leaves before or during a response counts as disconnected', async () => {
  const before = await respondSlowly()
  const closed = once(before.response, 'close')
  before.disconnect()
  await closed
  expect(isClientDisconnect(await outcomeOf(pipeline(Readable.from(['a']), before.response)))).toBe(true)
  const during = await respondSlowly()
  const endless = new Readable({ read: () => {} })
  const sent = outcomeOf(pipeline(endless, during.response))
  endless.push('a')
  during.disconnect()
  expect(isClientDisconnect(await sent)).toBe(true)
})

test('an unreadable source does not count as a disconnect', async () => {
  const { response } = await respondSlowly()
  const broken = new Readable({ read: () => void broken.destroy(new Error('broken off')) })
  expect(isClientDisconnect(await outcomeOf(pipeline(broken, response)))).toBe(false)
})
