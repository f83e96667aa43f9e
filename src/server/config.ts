import { resolve } from 'node:path'
import type * as z from 'zod'
import { isLoopback } from './http/hosts.ts'
import { misspelled } from './misspelled-settings.ts'
import { type Secrets, storedSecrets } from './secrets.ts'
import { Settings } from './settings.ts'
import { StartFailure } from './start-failure.ts'

export type Config = z.infer<typeof Settings> & Secrets & { isNewSecret: boolean }

/**
 * Reads the environment once at start.
 * @throws StartFailure that lists every invalid setting, or names a misspelled one or settings that exclude each other
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const [wrongName] = misspelled(Object.keys(given), Object.keys(Settings.shape))
  if (wrongName)
    throw new StartFailure(`${wrongName.name} is not a setting. Did you mean ${wrongName.meant}? Rename or unset it.`)
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`)
    throw new StartFailure(`Correct these settings, then start Attend again: ${problems.join(', ')}.`)
  }
  const settings = { ...parsed.data, DATA_DIR: resolve(parsed.data.DATA_DIR) }
  if (settings.METRICS_PORT !== undefined && !isLoopback(settings.METRICS_HOST) && !settings.METRICS_TOKEN)
    throw new StartFailure(
      'METRICS_HOST opens the figures to other machines: set METRICS_TOKEN too, then start Attend again.',
    )
  if (settings.DATABASE_POOLER_URL !== undefined && settings.DATABASE_URL === undefined)
    throw new StartFailure(
      'DATABASE_POOLER_URL names a pooler of the database of DATABASE_URL: set DATABASE_URL, or unset DATABASE_POOLER_URL.',
    )
  if (settings.BACKUP_WAL && settings.DATABASE_URL !== undefined)
    throw new StartFailure(
      'BACKUP_WAL archives the embedded database only: unset it, and archive the database of DATABASE_URL with the tools of its host.',
    )
  const { APP_SECRET: secret, APP_SECRET_FORMER: formerSecrets = [] } = settings
  if (secret) return { ...settings, secret, formerSecrets, isNewSecret: false }
  const stored = storedSecrets(settings.DATA_DIR)
  return { ...settings, ...stored, formerSecrets: [...formerSecrets, ...stored.formerSecrets] }
}

/**
 * True if the outbox page shows mails: no mail server is set up and PUBLIC_URL is not a public https address, where one
 * leaked link would expose every account.
 */
export function hasOutbox({ SMTP_URL, PUBLIC_URL }: Pick<Config, 'SMTP_URL' | 'PUBLIC_URL'>): boolean {
  if (SMTP_URL !== undefined) return false
  const { protocol, hostname } = new URL(PUBLIC_URL ?? 'http://localhost')
  return protocol !== 'https:' || isLoopback(hostname)
}

type NetworkExposure = Pick<Config, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY'>

/** True if the settings make Attend reachable from its own machine only. */
export function isLocalOnly({ HOST, PUBLIC_URL, TRUST_PROXY }: NetworkExposure): boolean {
  const opened = PUBLIC_URL === undefined ? 'localhost' : new URL(PUBLIC_URL).hostname
  return isLoopback(HOST) && isLoopback(opened) && !TRUST_PROXY
}

/** True if visitors can enter the demo practice. By default only on a local installation with the embedded database. */
export function offersDemo(config: NetworkExposure & Pick<Config, 'OFFER_DEMO' | 'DATABASE_URL'>): boolean {
  return config.OFFER_DEMO ?? isLocalInstallation(config)
}

/** True if the settings are those of `npm start`: the embedded database, reachable from its own machine only. */
export function isLocalInstallation(config: NetworkExposure & Pick<Config, 'DATABASE_URL'>): boolean {
  return isLocalOnly(config) && config.DATABASE_URL === undefined
}

/** True if this installation backs itself up every night. By default only with the embedded database. */
export function isBackedUpNightly(config: Pick<Config, 'BACKUP_NIGHTLY' | 'DATABASE_URL'>): boolean {
  return config.BACKUP_NIGHTLY ?? config.DATABASE_URL === undefined
}

/** True if this process has figures for Prometheus. */
export function isMonitored({ METRICS_PORT, METRICS_TOKEN }: Pick<Config, 'METRICS_PORT' | 'METRICS_TOKEN'>): boolean {
  return METRICS_PORT !== undefined || METRICS_TOKEN !== undefined
}

/**
 * Connection limit per address. Undefined behind a proxy, which opens all connections; requests are counted instead.
 */
export function maxConnections(config: Pick<Config, 'TRUST_PROXY' | 'CONNECTIONS_PER_ADDRESS'>): number | undefined {
  return config.TRUST_PROXY ? undefined : config.CONNECTIONS_PER_ADDRESS
}
