import { isIP } from 'node:net'
import { hostname } from 'node:os'

/** Whether a host name means this very machine, whatever a DNS server says. */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name)
}

export interface HostSettings {
  PUBLIC_URL?: string | undefined
  HOST: string
}

/**
 * Which `Host` headers are accepted: that of PUBLIC_URL, and loopback. Without PUBLIC_URL also the addresses that HOST makes
 * reachable, by number or by this machine's own name. Any other name could be one that a foreign page pointed here (DNS rebinding);
 * an address written as a number cannot.
 */
export function createHostCheck({ PUBLIC_URL, HOST }: HostSettings): (host: string | undefined) => boolean {
  const publicHost = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL).host
  const defaultPort = PUBLIC_URL?.startsWith('https:') ? /:443$/ : /:80$/
  const isReachable = PUBLIC_URL === undefined && !isLoopback(nameOf(HOST))
  const own = hostname().toLowerCase()
  const ownNames = new Set([own, `${own}.local`, HOST.toLowerCase()])
  return (host) => {
    if (host === undefined || !/^(?:[\w.-]+|\[[\d:a-f]+\])(?::\d{1,5})?$/i.test(host)) return false
    const given = host.toLowerCase()
    const name = given.replace(/:\d{1,5}$/, '')
    if (isLoopback(name) || given.replace(defaultPort, '') === publicHost) return true
    return isReachable && (isAddress(name) || ownNames.has(name))
  }
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

/** HOST as it stands in a URL: IPv6 addresses in brackets. */
function nameOf(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host
}
