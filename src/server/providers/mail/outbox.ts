import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod'
import { singleAddress } from './address.ts'
import type { Mailer } from './port.ts'

const StoredMail = z.object({
  id: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
})
export type StoredMail = z.infer<typeof StoredMail>

export interface Outbox extends Mailer {
  /** The stored mails, newest first. */
  list(): Promise<StoredMail[]>
}

/** Stores the newest mails while no mail server is set up, in a JSON Lines file that only its owner can read. */
export function createOutbox(file: string, maxMails = 200): Outbox {
  let last: Promise<void> = Promise.resolve()

  async function store(mail: StoredMail): Promise<void> {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    // The line break comes first, so that a line truncated by a crash does not damage the next.
    await appendFile(file, lineOf(mail), { mode: 0o600 })
    const mails = await read(file)
    // Trimmed rarely, so that storing a mail is usually one append.
    if (mails.length < maxMails * 2) return
    const temporary = `${file}.${randomUUID()}`
    await writeFile(temporary, mails.slice(-maxMails).map(lineOf).join(''), { mode: 0o600 })
    await rename(temporary, file)
  }

  return {
    async send({ to, subject, text }) {
      const mail = { id: randomUUID(), at: new Date().toISOString(), to: singleAddress(to), subject, text }
      const stored = last.then(() => store(mail))
      last = stored.catch(() => undefined)
      await stored
    },
    async list() {
      const mails = await read(file)
      return mails.slice(-maxMails).toReversed()
    },
  }
}

function lineOf(mail: StoredMail): string {
  return `\n${JSON.stringify(mail)}`
}

async function read(file: string): Promise<StoredMail[]> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  return content.split('\n').flatMap(parse)
}

/** Skips a truncated line; the mails around it are intact. */
function parse(line: string): StoredMail[] {
  try {
    return [StoredMail.parse(JSON.parse(line))]
  } catch {
    return []
  }
}
