import { Stripe } from 'stripe'

/** The API version of this adapter. The library's types accept one version only, so a newer library does not compile unreviewed. */
const apiVersion = '2026-10-28.endive'

export interface ClientSettings {
  secretKey: string
  /** Replaces Stripe's own address in tests. */
  apiBase?: string | undefined
  /** Per try. The library makes three with the same idempotency key when the connection or Stripe fails. */
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
