import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Config } from './config.ts'

/** The URL at which users open Attend. */
export function publicUrlOf(config: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string {
  return config.PUBLIC_URL ?? `http://${hostName(config.HOST)}:${config.PORT}`
}

/** The host name at which browsers reach the address that we listen on. */
function hostName(host: string): string {
  if (host === '127.0.0.1' || host === '::1') return 'localhost'
  if (host !== '0.0.0.0' && host !== '::') return isIPv6(host) ? `[${host}]` : host
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find((address) => address.family === 'IPv4' && !address.internal)?.address ?? 'localhost'
}
