import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { errorCode, StartFailure } from '#server/start-failure.ts'
import { abortable } from '#server/abortable.ts'
import { withClient } from '#server/postgres/connection.ts'
import { DatabaseSilent } from '#server/postgres/watched-client.ts'

const oldestVersion = 15

/** How long a server may be silent, before or after the sign-in. Refused connections have no limit. */
const silenceMs = 60_000

const answerMs = 5000
const pauseMs = 1000
const maxPauseMs = 5000
const repeatMs = 15_000

export interface WaitOptions {
  signal: AbortSignal
  notify: (sentence: string) => void
  maxSilenceMs?: number
  /** The longest wait for one answer. The connection is then opened again. */
  maxAnswerMs?: number
  /** The setting that names the address. */
  setting?: 'DATABASE_URL' | 'DATABASE_POOLER_URL'
}

/**
 * Waits until a database responds, and reports every 15 seconds what it waits for.
 * @throws StartFailure if waiting does not help
 */
export async function waitForDatabase(url: string, options: WaitOptions): Promise<void> {
  const { signal, notify, maxSilenceMs = silenceMs, maxAnswerMs = answerMs, setting = 'DATABASE_URL' } = options
  const place = placeOf(url)
  let pause = pauseMs
  let notifiedAt = Number.NEGATIVE_INFINITY
  let silentSince: number | undefined
  for (;;) {
    const reason = await abortable(withClient(url, requireVersion, maxAnswerMs), signal).then(
      () => undefined,
      (error: unknown) => {
        signal.throwIfAborted()
        return reasonToWait(error, url, setting)
      },
    )
    if (reason === undefined) return
    const now = performance.now()
    silentSince = reason === silent ? (silentSince ?? now) : undefined
    if (silentSince !== undefined && now - silentSince >= maxSilenceMs)
      throw new StartFailure(
        `The database at ${place} does not answer: check that its computer and the database server run, and firewalls between, then start Attend again.`,
      )
    if (now - notifiedAt >= repeatMs) {
      notify(`Waiting for the database at ${place}: ${reason}.`)
      notifiedAt = now
    }
    await sleep(pause, undefined, { signal })
    pause = Math.min(pause * 2, maxPauseMs)
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version) < oldestVersion)
    throw new StartFailure(`DATABASE_URL leads to PostgreSQL ${version}: use version ${oldestVersion} or newer.`)
}

const silent = 'it does not answer'

/**
 * Why the database cannot be used yet.
 * @throws StartFailure if the reason will not pass
 */
function reasonToWait(error: unknown, url: string, setting: string): string {
  if (error instanceof StartFailure) throw error
  const code = errorCode(error)
  const message = error instanceof Error ? error.message : String(error)
  if (code === 'ECONNREFUSED') return 'nothing listens there (is it running?)'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'this host name is not known (yet)'
  if (/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/.test(code)) return 'the network does not lead there'
  if (/^(57P0|53300)/.test(code)) return message
  if (error instanceof DatabaseSilent || code === 'ETIMEDOUT' || /timeout/i.test(message)) return silent
  if (/^(ECONNRESET|EPIPE|08)/.test(code) || message.includes('Connection terminated')) return 'it ended the connection'
  throw new StartFailure(refusal(code, message, { url, setting }))
}

function refusal(code: string, message: string, { url, setting }: { url: string; setting: string }): string {
  const { username, pathname } = new URL(url)
  const name = decodeURIComponent(pathname.slice(1))
  if (code === '28P01' || code === '28000')
    return `The database at ${placeOf(url)} refused the user “${decodeURIComponent(username)}” (${message}): ${setting === 'DATABASE_URL' ? 'correct the user name and password in DATABASE_URL' : 'let the pooler look up the logins of PostgreSQL'}.`
  if (code === '3D000')
    return `The database “${name}” does not exist at ${placeOf(url)}: create it (createdb ${name}), or correct its name in ${setting}.`
  return `The database at ${placeOf(url)} cannot be used: ${message.replace(/[.\s]+$/, '')}. Correct ${setting} or the server's settings.`
}

/** Host and port, without user and password. */
function placeOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname || 'localhost'}:${port || '5432'}`
}
