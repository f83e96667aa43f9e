import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartFailure } from '#server/start-failure.ts'
import { waitForDatabase } from './wait-for-database.ts'

let server: Server
let url: string
const sockets = new Set<Socket>()
beforeEach(async () => {
  server = createServer((socket) => void sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `postgres://attend@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/attend`
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

test(
  'waitForDatabase gives up on a database that accepts connections and never responds',
  { timeout: 60_000 },
  async () => {
    const notices: string[] = []
    const waiting = waitForDatabase(url, {
      signal: new AbortController().signal,
      notify: (sentence) => notices.push(sentence),
      maxSilenceMs: 1000,
    })
    await expect(waiting).rejects.toThrow(
      /^The database at 127\.0\.0\.1:\d+ accepts connections but does not answer: check the database server and firewalls/,
    )
    await expect(waiting).rejects.toBeInstanceOf(StartFailure)
    expect(notices).toEqual([
      expect.stringMatching(/^Waiting for the database at 127\.0\.0\.1:\d+: it does not answer\.$/),
    ])
  },
)
