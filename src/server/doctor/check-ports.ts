import type { Config } from '#server/config.ts'
import { type Listener, openListener } from '#server/http/listener.ts'
import { metricsPath } from '#server/monitoring/metrics-page.ts'
import { type Finding, fault, reasonOf } from './finding.ts'

interface Port {
  host: string
  port: number
  names: { host: string; port: string }
  /** Whether Attend responds at an address. */
  isAttend: (address: string) => Promise<boolean>
}

const responseMs = 2000

/** Reports each port of this process that cannot be opened, unless Attend has opened it. */
export async function checkPorts(config: Config): Promise<Finding[]> {
  const opened: Listener[] = []
  const findings: Finding[] = []
  for (const { host, port, names, isAttend } of portsOf(config))
    try {
      opened.push(await openListener(host, port, undefined, names))
    } catch (error) {
      if (!(await isAttend(`http://${reachable(host)}:${port}`).catch(() => false)))
        findings.push(fault('settings', reasonOf(error), 'Correct this first; without it Attend does not start.'))
    }
  await Promise.all(opened.map((listener) => listener.close()))
  return findings
}

function portsOf({ HOST, PORT, ROLES, HEALTH_PORT, METRICS_HOST, METRICS_PORT, METRICS_TOKEN }: Config): Port[] {
  const isWeb = ROLES.includes('web')
  const main = isWeb ? PORT : HEALTH_PORT
  return [
    ...(main === undefined
      ? []
      : [{ host: HOST, port: main, names: { host: 'HOST', port: isWeb ? 'PORT' : 'HEALTH_PORT' }, isAttend: isLive }]),
    ...(METRICS_PORT === undefined
      ? []
      : [
          {
            host: METRICS_HOST,
            port: METRICS_PORT,
            names: { host: 'METRICS_HOST', port: 'METRICS_PORT' },
            isAttend: (address: string) => hasFigures(address, METRICS_TOKEN),
          },
        ]),
  ]
}

/** If Attend listens on every address, it is reached at the loopback address. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

async function isLive(address: string): Promise<boolean> {
  const response = await fetch(`${address}/api/health/live`, { signal: AbortSignal.timeout(responseMs) })
  return (await response.text()).includes('"status":"live"')
}

async function hasFigures(address: string, token: string | undefined): Promise<boolean> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(address + metricsPath, { headers, signal: AbortSignal.timeout(responseMs) })
  return (await response.text()).includes('attend_build_info')
}
