import { isIP } from 'node:net'
import { hostname } from 'node:os'

/** True if a host name always means this machine. Does not ask DNS. */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name)
}

export interface HostSettings {
  PUBLIC_URL?: string | undefined
  HOST: string
}

/**
 * Accepts the `Host` headers of PUBLIC_URL and loopback. Without PUBLIC_URL, also addresses that HOST makes reachable:
 * IP addresses and this machine's name. A foreign page could point any other name here (DNS rebinding), but not an IP
 * address.
 */
export function createHostCheck({ PUBLIC_URL, HOST }: HostSettings): (host: string | undefined) => boolean {
  const publicHost = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL).host
  const defaultPort = PUBLIC_URL?.startsWith('https:') ? /:443$/ : /:80$/
  const isReachable = PUBLIC_URL === undefined && !isLoopback(nameOf(HOST))
  const hostName = hostname().toLowerCase()
  const ownNames = new Set([hostName, `${hostName}.local`, HOST.toLowerCase()])
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

/** HOST as written in a URL: IPv6 addresses in brackets. */
function nameOf(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host
}
