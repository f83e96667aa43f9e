import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createMail } from './create.ts'
import { createFakeMailer } from './fake.ts'
import { createOutbox } from './outbox.ts'
import type { Mail, Mailer } from './port.ts'
import { startSmtpTestServer } from './smtp.test-server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface Trial {
  mailer: Mailer
  /** The received mail: recipient and readable text. */
  arrived: () => Promise<Mail[]>
}

async function smtp(): Promise<Trial & { refuse: () => void; close: () => Promise<void> }> {
  const server = await startSmtpTestServer()
  closing.push(() => server.close())
  const { mailer } = createMail({ kind: 'smtp', url: server.url, from: 'Attend <no-reply@attend.example>' })
  return {
    mailer,
    refuse: () => server.refuse(),
    close: () => server.close(),
    arrived: () =>
      Promise.resolve(server.received.map(({ to, message }) => ({ to: to.join(' '), ...readable(message) }))),
  }
}

async function outboxFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'attend-mail-'))
  closing.push(() => rm(folder, { recursive: true }))
  return join(folder, 'data', 'outbox.jsonl')
}

async function outbox(): Promise<Trial> {
  const { mailer, outbox: kept } = createMail({ kind: 'outbox', file: await outboxFile() })
  return {
    mailer,
    arrived: async () => {
      const mails = (await kept?.list()) ?? []
      return mails.toReversed().map(({ to, subject, text }) => ({ to, subject, text }))
    },
  }
}

function fake(): Promise<Trial> {
  const mailer = createFakeMailer()
  return Promise.resolve({ mailer, arrived: () => Promise.resolve(mailer.sent) })
}

const makers: [string, () => Promise<Trial>][] = [
  ['smtp', smtp],
  ['outbox', outbox],
  ['fake', fake],
]

describe.each(makers)('mail: %s', (_name, make) => {
  test('a mail arrives as it was written', async () => {
    const { mailer, arrived } = await make()
    const link = `https://attend.example/reset-password?token=${'a'.repeat(100)}`
    const first = {
      to: 'zoe@example.org',
      subject: 'Reset your password',
      text: `Hello Zoë,\n\n.open this link:\n${link}`,
    }
    const second = { to: 'max@example.org', subject: 'Größe ✓', text: 'Second' }
    await mailer.send(first)
    await mailer.send(second)
    expect(await arrived()).toEqual([first, second])
  })

  test.each([
    '',
    'nobody',
    'a@b.example, c@d.example',
    'A <a@b.example>',
    'a@b.example\r\nBcc: c@d.example',
    'a b@c.example',
  ])('the mailer rejects the mail address %j', async (to) => {
    const { mailer, arrived } = await make()
    await expect(mailer.send({ to, subject: 's', text: 't' })).rejects.toThrow('Not a mail address')
    expect(await arrived()).toEqual([])
  })

  test('a line break in the subject adds no header', async () => {
    const { mailer, arrived } = await make()
    await mailer.send({ to: 'a@b.example', subject: 'Hello\r\nBcc: c@d.example', text: 't' })
    expect((await arrived()).map((mail) => mail.to)).toEqual(['a@b.example'])
  })
})

describe('mail server', () => {
  test('send rejects if the server rejects the mail or is unavailable', async () => {
    const { mailer, refuse, close } = await smtp()
    const mail = { to: 'a@b.example', subject: 's', text: 't' }
    refuse()
    await expect(mailer.send(mail)).rejects.toThrow('550')
    await close()
    await expect(mailer.send(mail)).rejects.toThrow('ECONNREFUSED')
    closing.pop()
  })
})

describe('outbox file', () => {
  test('the outbox lists the newest mails first and limits their number', async () => {
    const file = await outboxFile()
    const kept = createOutbox(file, 3)
    expect(await kept.list()).toEqual([])
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => kept.send({ to: 'a@b.example', subject: String(n), text: 't' })),
    )
    expect((await kept.list()).map((mail) => mail.subject)).toEqual(['19', '18', '17'])
    expect((await readFile(file, 'utf8')).split('\n').length).toBeLessThanOrEqual(7)
  })

  test('the outbox file can only be read by its owner, and a truncated line damages no other mail', async () => {
    const file = await outboxFile()
    await createOutbox(file).send({ to: 'a@b.example', subject: 'first', text: 't' })
    await appendFile(file, '\n{"id":"x","to":"a@')
    const later = createOutbox(file)
    await later.send({ to: 'a@b.example', subject: 'second', text: 't' })
    expect((await later.list()).map((mail) => mail.subject)).toEqual(['second', 'first'])
    expect((await stat(file)).mode & 0o077).toBe(0)
  })
})

function readable(message: string): Pick<Mail, 'subject' | 'text'> {
  const [head = '', ...body] = message.split('\n\n')
  const subject = /^Subject: ((?:.|\n[ \t])*)/m.exec(head)?.[1] ?? ''
  const quoted = /quoted-printable/i.test(head)
  const text = body.join('\n\n').trimEnd()
  return { subject: decodeWords(subject), text: quoted ? decodeQuoted(text) : text }
}

/** RFC 2047, UTF-8 only. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_, word: string) => decodeQuoted(word.replaceAll('_', ' ')))
    .replace(/=\?utf-8\?b\?(.*?)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString())
}

/** RFC 2045, 6.7. */
function decodeQuoted(text: string): string {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
