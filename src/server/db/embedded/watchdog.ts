import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { wrongSecret } from '#server/db/secret-check.ts'
import { StartFailure } from '#server/start-failure.ts'
import { isPasswordAccepted } from './password.ts'

/** Reports losses and restarts of the server to the operator. */
export type WatchdogLog = Pick<Logger, 'warn' | 'error'>

/** A connection that marks the server as in use. A second start finds this connection and fails. */
export interface Claim {
  /** Settles when the connection has ended for any reason. */
  ended: Promise<void>
  release: () => Promise<void>
}

export interface WatchdogOptions {
  claim: Claim
  /** Starts the server if it does not run, and claims it. Null if another Attend has taken it over. */
  restart: () => Promise<Claim | null>
  log?: WatchdogLog | undefined
}

const minPauseMs = 100
const maxPauseMs = 5000

/** The name is the same in all versions, so that different versions detect each other. */
const claimName = 'attend-keeper'

export async function claimServer(adminUrl: string): Promise<Claim> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: claimName, keepAlive: true })
  client.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  await client.connect()
  return { ended, release: () => client.end() }
}

/**
 * Whether a running Attend has claimed the server. Signs in at the first address whose password is accepted.
 * @throws StartFailure if none is accepted
 */
export async function isClaimed(adminUrls: readonly string[]): Promise<boolean> {
  for (const url of adminUrls) if (await isPasswordAccepted(url)) return hasClaim(url)
  throw new StartFailure(wrongSecret)
}

async function hasClaim(adminUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl })
  try {
    await client.connect()
    const found = await client.query('select from pg_stat_activity where application_name = $1', [claimName])
    return found.rowCount !== 0
  } finally {
    await client.end()
  }
}

/** Restarts the server whenever its claim is lost, with growing pauses. Returns a function that ends the watchdog and the claim. */
export function startWatchdog({ claim: first, restart, log }: WatchdogOptions): () => Promise<void> {
  const stopping = new AbortController()
  let claim = first

  async function watch(): Promise<void> {
    for (;;) {
      await claim.ended
      const next = stopping.signal.aborted ? null : await retryRestart()
      if (!next) return
      claim = next
      if (stopping.signal.aborted) await claim.release()
    }
  }

  async function retryRestart(): Promise<Claim | null> {
    log?.warn('the embedded database went away')
    for (let pause = minPauseMs; !stopping.signal.aborted; pause = Math.min(pause * 2, maxPauseMs)) {
      try {
        const next = await restart()
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
    await claim.release()
    await watching
  }
}
