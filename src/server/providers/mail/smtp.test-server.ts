import { createServer, type Socket } from 'node:net'

export interface SmtpTestServer {
  url: string
  /** The received mails: envelope recipients and raw message. */
  received: { to: string[]; message: string }[]
  /** Rejects the recipients of the following mails. */
  refuse(): void
  close(): Promise<void>
}

/** The part of SMTP that a mail needs (RFC 5321, without extensions). */
export async function startSmtpTestServer(): Promise<SmtpTestServer> {
  const received: SmtpTestServer['received'] = []
  const sockets = new Set<Socket>()
  let refusing = false

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    let to: string[] = []
    let message: string[] | null = null
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)

    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    })
    say('220 test server')

    function take(line: string): void {
      if (message && line !== '.') {
        message.push(line.replace(/^\./, ''))
      } else if (message) {
        received.push({ to, message: message.join('\n') })
        message = null
        to = []
        say('250 kept')
      } else if (/^RCPT TO:/i.test(line) && refusing) {
        say('550 no such mailbox')
      } else if (/^RCPT TO:/i.test(line)) {
        to.push(/<(.*)>/.exec(line)?.[1] ?? '')
        say('250 ok')
      } else if (/^DATA/i.test(line)) {
        message = []
        say('354 continue')
      } else if (/^QUIT/i.test(line)) {
        socket.end('221 bye\r\n')
      } else {
        say('250 ok')
      }
    }
  })

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refuse: () => {
      refusing = true
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
