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
/** Answers the sign-in: AuthenticationOk, ReadyForQuery (PostgreSQL protocol, message formats). */
const signedIn = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

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
      /^The database at 127\.0\.0\.1:\d+ does not answer: check that its computer and the database server run/,
    )
    await expect(waiting).rejects.toBeInstanceOf(StartFailure)
    expect(notices).toEqual([
      expect.stringMatching(/^Waiting for the database at 127\.0\.0\.1:\d+: it does not answer\.$/),
    ])
  },
)

test('waitForDatabase waits for a database that accepts the sign-in and answers no query', async () => {
  let signIns = 0
  server.on('connection', (socket) =>
    socket.once('data', () => {
      signIns++
      socket.write(signedIn)
    }),
  )
  const waiting = waitForDatabase(url, {
    signal: new AbortController().signal,
    notify: () => undefined,
    maxSilenceMs: 1000,
    maxAnswerMs: 50,
  })
  await expect(waiting).rejects.toThrow(/^The database at 127\.0\.0\.1:\d+ does not answer: check/)
  expect(signIns).toBe(2)
})
