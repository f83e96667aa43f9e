import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { wrongSecret } from '#server/db/secret-check.ts'
import { StartFailure } from '#server/start-failure.ts'
import { isAccepted } from './password.ts'

/** Says what became of a server that nobody looks at. */
export type KeeperLog = Pick<Logger, 'warn' | 'error'>

/** The connection by which an Attend holds its server: a second start finds it and refuses. */
export interface Hold {
  /** Settles when the connection is gone, whoever ended it. */
  ended: Promise<void>
  release: () => Promise<void>
}

export interface KeeperOptions {
  hold: Hold
  /** Sees to it that the server runs, and holds it again; null when it is another Attend's now. */
  comeBack: () => Promise<Hold | null>
  log?: KeeperLog | undefined
}

const shortestPause = 100
const longestPause = 5000

const keeperName = 'attend-keeper'

export async function holdServer(adminUrl: string): Promise<Hold> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: keeperName, keepAlive: true })
  client.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  await client.connect()
  return { ended, release: () => client.end() }
}

/** Whether a living Attend holds the server that answers here, to the first of these addresses that it lets in. */
export async function isKept(adminUrls: readonly string[]): Promise<boolean> {
  for (const url of adminUrls) if (await isAccepted(url)) return isHeld(url)
  throw new StartFailure(wrongSecret)
}

async function isHeld(adminUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl })
  try {
    await client.connect()
    const found = await client.query('select from pg_stat_activity where application_name = $1', [keeperName])
    return found.rowCount !== 0
  } finally {
    await client.end()
  }
}

/**
 * Has the server come back whenever the hold on it is lost, with growing pauses. Answers how to let go, after which nothing
 * comes back.
 */
export function keep({ hold: first, comeBack, log }: KeeperOptions): () => Promise<void> {
  const stopping = new AbortController()
  let hold = first

  async function watch(): Promise<void> {
    for (;;) {
      await hold.ended
      const next = stopping.signal.aborted ? null : await insist()
      if (!next) return
      hold = next
      if (stopping.signal.aborted) await hold.release()
    }
  }

  async function insist(): Promise<Hold | null> {
    log?.warn('the embedded database went away')
    for (let pause = shortestPause; !stopping.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      try {
        const next = await comeBack()
        if (next) log?.warn('the embedded database is back')
        else log?.error('another Attend has taken over the embedded database: stop this one')
        return next
      } catch (error) {
        log?.warn({ err: error }, 'the embedded database does not come back yet')
      }
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    return null
  }

  const watching = watch()
  return async () => {
    stopping.abort()
    await hold.release()
    await watching
  }
}
