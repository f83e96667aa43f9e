import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ResponseTooLarge, cappedFetch } from './capped-fetch.ts'

let closed = 0
const server = createServer((request, response) => {
  if (request.url === '/small') response.end('{"text":"hello"}')
  else if (request.url === '/none') response.writeHead(204).end()
  else {
    // Endless, as from a broken or hostile endpoint.
    const timer = setInterval(() => response.write('x'.repeat(10_000)), 1)
    response.once('close', () => (clearInterval(timer), (closed += 1)))
  }
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('an endless response is canceled, and its connection closed', async () => {
  const response = await cappedFetch(100_000)(`${url}/endless`)
  await expect(response.text()).rejects.toBeInstanceOf(ResponseTooLarge)
  await expect.poll(() => closed).toBe(1)
})

test('a response within the limit is unchanged', async () => {
  const small = await cappedFetch(100)(`${url}/small`)
  expect([small.status, await small.json()]).toEqual([200, { text: 'hello' }])
  expect((await cappedFetch(100)(`${url}/none`)).status).toBe(204)
})
