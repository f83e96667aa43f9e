import pg from 'pg'
import { withOwnRoles } from '#server/db/roles.ts'
import { PgBoss } from 'pg-boss'
import { catalog, jobNames, maxRetryDelaySeconds, longWaitRetries } from './catalog.ts'

/** Seconds without a heartbeat after which a job moves to another worker. */
const heartbeatSeconds = 10

const maxJobSeconds = 4 * 60 * 60

/** Migrates the queue's schema and the catalog's queues. A lock serializes processes that start together. */
export async function prepareQueue(ownerUrl: string, suffix: string): Promise<void> {
  const lock = new pg.Client({ connectionString: ownerUrl })
  await lock.connect()
  const boss = new PgBoss({ connectionString: ownerUrl, max: 2, supervise: false, schedule: false })
  boss.on('error', () => undefined)
  try {
    await lock.query(`select pg_advisory_lock(hashtext('attend queue'))`)
    await boss.start()
    const known = new Set((await boss.getQueues()).map((queue) => queue.name))
    for (const name of jobNames) {
      const definition = catalog[name]
      const options = {
        ...('whenLost' in definition && { deadLetter: definition.whenLost }),
        notify: true,
        retryLimit: 'waitsForHours' in definition ? longWaitRetries : definition.retries,
        retryDelay: 2,
        retryDelayMax: maxRetryDelaySeconds,
        retryBackoff: true,
        heartbeatSeconds,
        expireInSeconds: maxJobSeconds,
      }
      if (known.has(name)) await boss.updateQueue(name, options)
      else await boss.createQueue(name, { ...options, ...('isSingle' in definition && { policy: 'stately' }) })
    }
    await lock.query(
      withOwnRoles(
        `grant usage on schema pgboss to app_web, app_worker, app_admin;
      grant select, insert on all tables in schema pgboss to app_web, app_admin;
      grant select, insert, update, delete on all tables in schema pgboss to app_worker;
      grant usage on schema pgboss to app_backup;
      grant select on all tables in schema pgboss to app_backup;
      grant select on all sequences in schema pgboss to app_backup;
      grant usage, select on all sequences in schema pgboss to app_web, app_worker, app_admin;
      grant execute on all functions in schema pgboss to app_web, app_worker, app_admin`,
        suffix,
      ),
    )
  } finally {
    await boss.stop({ graceful: false })
    await lock.end()
  }
}
