import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#server/free-port.ts'
import { isHangUp } from './hang-up.ts'

const server = createServer()
let url: string
beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

/** An answer to somebody, and how that one goes. */
async function answering(): Promise<{ response: ServerResponse; hangUp: () => void }> {
  const asked = once(server, 'request')
  const reader = get(url)
  reader.on('error', () => {})
  const [, response] = await asked
  return { response, hangUp: () => void reader.destroy() }
}

const failureOf = (sent: Promise<void>) =>
  sent.then(
    () => null,
    (error: unknown) => error,
  )

test('whoever goes before or while something is sent has hung up', async () => {
  const before = await answering()
  const gone = once(before.response, 'close')
  before.hangUp()
  await gone
  expect(isHangUp(await failureOf(pipeline(Readable.from(['a']), before.response)))).toBe(true)
  const during = await answering()
  const endless = new Readable({ read: () => {} })
  const sent = failureOf(pipeline(endless, during.response))
  endless.push('a')
  during.hangUp()
  expect(isHangUp(await sent)).toBe(true)
})

test('something that cannot be read is no hang-up', async () => {
  const { response } = await answering()
  const broken = new Readable({ read: () => void broken.destroy(new Error('broken off')) })
  expect(isHangUp(await failureOf(pipeline(broken, response)))).toBe(false)
})
