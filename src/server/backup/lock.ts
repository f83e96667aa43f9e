import { withClient } from '#server/postgres/connection.ts'

/** Another backup of this database runs. */
export class BackupRunning extends Error {
  override name = 'BackupRunning'
  constructor() {
    super('Another backup is running. Wait until it has finished.')
  }
}

/**
 * Runs `work` while no other process backs this database up.
 * @param url connects as app_backup
 * @throws BackupRunning
 */
export async function withBackupLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    // A transaction lock also works behind a transaction pooler. The transaction has no snapshot, so it does not delay vacuum.
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await client.query<{ isFree: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext('attend backup')) as "isFree"`,
    )
    if (rows[0]?.isFree !== true) throw new BackupRunning()
    return work()
  })
}
