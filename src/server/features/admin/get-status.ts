import type { AdminStatus, BackupState } from '#shared/contract/admin-status.ts'
import { isBackedUpNightly } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { version } from '#server/version.ts'
import { findLastBackup } from './status-store.ts'

/** A nightly backup and two hours. */
const overdueMs = 26 * 60 * 60 * 1000

/** The state of the installation. */
export async function getStatus(context: Context): Promise<AdminStatus> {
  return { version, backup: await readBackups(context) }
}

async function readBackups({ db, clock, config }: Context): Promise<BackupState> {
  const complete = await findLastBackup(db, 'complete')
  const failed = await findLastBackup(db, 'failed')
  const isNewer = failed && (!complete || failed.at > complete.at)
  return {
    isNightly: isBackedUpNightly(config),
    last: complete
      ? {
          at: complete.at.toISOString(),
          size: complete.size ?? 0,
          files: complete.files ?? 0,
          lostFiles: complete.lostFiles ?? 0,
        }
      : null,
    isOverdue: !complete || clock().getTime() - complete.at.getTime() > overdueMs,
    failure: isNewer ? { at: failed.at.toISOString(), reason: failed.failure ?? '' } : null,
  }
}
