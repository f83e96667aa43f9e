import type { Config } from '#server/config.ts'
import { pooledUrls, type RoleUrls } from '#server/db/roles.ts'
import { neededConnections } from '#server/postgres/connection-budget.ts'
import { withClient } from '#server/postgres/connection.ts'
import { jobsWithoutWorker } from '#shared/rules/worker-jobs.ts'
import { type Finding, fault, reasonOf, warning } from './finding.ts'

const poolerMs = 5000
const publicMs = 5000

/** A process with a heartbeat in the last minute. */
export interface RunningProcess {
  roles: Config['ROLES']
  /** The jobs that a worker takes. Null for other processes, and for a version that does not report them. */
  jobs: Config['WORKER_JOBS'] | null
}

export async function readProcesses(ownerUrl: string): Promise<RunningProcess[]> {
  return withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<RunningProcess>(
      // A database that is not migrated yet lacks the column of the jobs.
      `select roles, to_jsonb(p) ->> 'worker_jobs' as jobs from processes p where heartbeat_at > now() - interval '1 minute'`,
    )
    return rows
  })
}

/** Checks that a running installation has both roles, and workers for both kinds of jobs. */
export function checkRoles(processes: readonly RunningProcess[]): Finding[] {
  if (processes.length === 0) return []
  const running = new Set(processes.flatMap(({ roles }) => roles))
  return [
    ...checkWorkers(processes.filter(({ roles }) => roles.includes('worker'))),
    ...(running.has('web')
      ? []
      : [warning('database', 'No web process runs: no one can open Attend.', 'Start a process with ROLES=web.')]),
  ]
}

function checkWorkers(workers: readonly RunningProcess[]): Finding[] {
  if (workers.length === 0) {
    const problem = 'No worker runs: recordings are not processed, and no mail is sent.'
    return [fault('database', problem, 'Start a process with ROLES=worker.')]
  }
  return jobsWithoutWorker(workers).map((kind) =>
    fault(
      'database',
      `No worker takes ${kind} jobs: ${consequences[kind]}.`,
      `Start a worker with WORKER_JOBS=${kind} or all.`,
    ),
  )
}

const consequences = { long: 'recordings are not processed', short: 'no mail is sent' }

/** Checks whether each login of the processes reaches the database through the pooler of DATABASE_POOLER_URL. */
export async function checkPooler(config: Config, urls: RoleUrls): Promise<Finding[]> {
  if (config.DATABASE_POOLER_URL === undefined) return []
  const pooled = pooledUrls(config, urls)
  const findings: Finding[] = []
  for (const role of ['app_web', 'app_auth', 'app_admin', 'app_worker', 'app_payments'] as const)
    await withClient(pooled[role], (client) => client.query('select'), poolerMs).catch((error: unknown) => {
      findings.push(
        fault(
          'database',
          `The pooler of DATABASE_POOLER_URL does not lead the login ${decodeURIComponent(new URL(pooled[role]).username)} to the database. ${reasonOf(error)}`,
          'Check the address, and that the pooler runs and looks up the logins of PostgreSQL (auth_query of PgBouncer).',
        ),
      )
    })
  return findings.slice(0, 1)
}

/** Checks whether PostgreSQL accepts enough connections for the processes. If none runs, assumes one with both roles. */
export async function checkConnections(
  adminUrl: string,
  running: readonly RunningProcess[],
  { DATABASE_POOLER_URL: pooler }: Config,
): Promise<Finding[]> {
  const processes: readonly Config['ROLES'][] =
    running.length > 0 ? running.map(({ roles }) => roles) : [['web', 'worker']]
  const { rows } = await withClient(adminUrl, (admin) =>
    admin.query<{ accepted: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as accepted`,
    ),
  )
  const needed = neededConnections(processes, pooler !== undefined)
  const accepted = rows[0]?.accepted ?? needed
  if (accepted >= needed) return []
  const count = processes.length === 1 ? 'one process' : `${processes.length} processes`
  return [
    warning(
      'database',
      `PostgreSQL accepts ${accepted} connections; ${count} of Attend can open ${needed}${pooler === undefined ? '' : ' beside the pooler'}.`,
      `Set max_connections to ${needed + 5} or more and restart PostgreSQL.`,
    ),
  ]
}

/** Checks that PUBLIC_URL leads to Attend while it runs: name, certificate, proxy. A firewall may block the check from this machine. */
export async function checkPublicUrl(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  processes: readonly RunningProcess[],
): Promise<Finding[]> {
  if (PUBLIC_URL === undefined || !processes.some(({ roles }) => roles.includes('web'))) return []
  const failure = await fetch(new URL('/api/health/live', PUBLIC_URL), { signal: AbortSignal.timeout(publicMs) }).then(
    async (response) => {
      const isAttend = (await response.text()).includes('"status":"live"')
      return isAttend ? undefined : `The response has status ${response.status} and is not Attend's.`
    },
    reasonOf,
  )
  return failure === undefined
    ? []
    : [
        warning(
          'settings',
          `PUBLIC_URL, ${PUBLIC_URL}, does not lead to Attend from this machine. ${failure}`,
          'Try it from another machine too. Check the DNS record, the certificate and the proxy, or correct PUBLIC_URL.',
        ),
      ]
}
