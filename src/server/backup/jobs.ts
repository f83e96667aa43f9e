import { isBackedUpNightly } from '#server/config.ts'
import type { Services } from '#server/context.ts'
import type { RoleUrls } from '#server/db/roles.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { BackupRunning } from './lock.ts'
import { runBackup } from './run-backup.ts'

export function backupJobs(services: Services, urls: RoleUrls): Pick<JobHandlers, 'backups.nightly'> {
  const { config, files, clock, log } = services
  return {
    'backups.nightly': async (_, { signal }) => {
      if (!isBackedUpNightly(config)) return
      try {
        const { lost, damaged, ...figures } = await runBackup(config, { urls, files, clock, signal })
        log.info(figures, 'the nightly backup is complete')
        if (lost.length > 0) log.error({ lost }, 'rows refer to files that are missing in the file store')
        if (damaged.length > 0) log.error({ damaged }, 'earlier backups are damaged')
      } catch (error) {
        if (!(error instanceof BackupRunning)) throw error
        log.warn('the nightly backup was skipped because another backup is running')
      }
    },
  }
}
