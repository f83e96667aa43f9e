import { networkInterfaces } from 'node:os'
import type { Config } from './config.ts'

/** The address under which people open the product. */
export function publicUrlOf(config: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string {
  return config.PUBLIC_URL ?? `http://${hostName(config.HOST)}:${config.PORT}`
}

/** The name under which a browser reaches the address we listen on. */
function hostName(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host === '127.0.0.1' ? 'localhost' : host
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find((address) => address.family === 'IPv4' && !address.internal)?.address ?? 'localhost'
}
