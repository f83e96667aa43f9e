import type { AdminStatus } from '#shared/contract/admin-status.ts'

const longWaitSeconds = 10 * 60
const longMailWaitSeconds = 5 * 60
/** Share of connections in use, and of the disk. */
const almostFull = 0.9

/** True for each service that needs no attention. */
export function wellOf({ processes, queue, speech, mail, storage, database, backup }: AdminStatus) {
  const hasWorker = processes.some(({ roles, isResponding }) => isResponding && roles.includes('worker'))
  return {
    processes: processes.every(({ isResponding }) => isResponding),
    queue: hasWorker && queue.oldestSeconds < longWaitSeconds,
    speech: speech.state !== 'unavailable',
    mail: mail.nextTryAt === null && mail.oldestSeconds < longMailWaitSeconds,
    storage: storage === null || storage.free > storage.size * (1 - almostFull),
    database: database.connections < database.limit * almostFull,
    backup: !backup.isOverdue && backup.failure === null && backup.wal?.isFailing !== true,
  }
}
