import type { AdminStatus, ProcessState } from '#shared/contract/admin-status.ts'
import { type JobKind, jobsWithoutWorker } from '#shared/rules/worker-jobs.ts'

const longWaitSeconds = 10 * 60
const longMailWaitSeconds = 5 * 60
/** Share of the connections or of the disk above which a warning is shown. */
const almostFull = 0.9

/** Returns for each service whether it needs no attention. */
export function healthOf({ processes, queue, speech, mail, storage, database, backup }: AdminStatus) {
  return {
    processes: processes.every(({ isResponding }) => isResponding),
    queue: missingWorkers(processes).length === 0 && queue.oldestSeconds < longWaitSeconds,
    speech: speech.state !== 'unavailable',
    mail: mail.nextTryAt === null && mail.oldestSeconds < longMailWaitSeconds,
    storage: storage === null || storage.free > storage.size * (1 - almostFull),
    database: database.connections < database.limit * almostFull,
    backup: !backup.isOverdue && backup.failure === null && backup.wal?.isFailing !== true,
  }
}

/** Returns the kinds of jobs that no responding worker runs. */
export function missingWorkers(processes: readonly ProcessState[]): JobKind[] {
  return jobsWithoutWorker(processes.filter(({ roles, isResponding }) => isResponding && roles.includes('worker')))
}
