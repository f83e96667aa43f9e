import { Stripe } from 'stripe'

/**
 * What this adapter is written for. The library's types are those of one version only, so that a newer library does not
 * compile before somebody has read what changed.
 */
const apiVersion = '2026-10-28.endive'

export interface ClientSettings {
  secretKey: string
  /** Another address than Stripe's own, for a stand-in. */
  apiBase?: string | undefined
  /** For one try. Three are made, with the same idempotency key, where the connection or Stripe fails. */
  timeoutMs?: number | undefined
}

export function createClient({ secretKey, apiBase, timeoutMs = 15_000 }: ClientSettings): Stripe {
  return new Stripe(secretKey, {
    apiVersion,
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    appInfo: { name: 'Attend' },
    ...(apiBase === undefined ? {} : addressOf(new URL(apiBase))),
  })
}

function addressOf({ protocol, hostname, port }: URL) {
  const isPlain = protocol === 'http:'
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? '80' : '443') } as const
}
