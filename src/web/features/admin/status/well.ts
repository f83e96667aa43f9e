import type { AdminStatus, ProcessState } from '#shared/contract/admin-status.ts'

const longWaitSeconds = 10 * 60
const longMailWaitSeconds = 5 * 60
/** Share of connections in use, and of the disk. */
const almostFull = 0.9

/** True for each service that needs no attention. */
export function wellOf({ processes, queue, speech, mail, storage, database, backup }: AdminStatus) {
  return {
    processes: processes.every(({ isResponding }) => isResponding),
    queue: workersOf(processes) === 'all' && queue.oldestSeconds < longWaitSeconds,
    speech: speech.state !== 'unavailable',
    mail: mail.nextTryAt === null && mail.oldestSeconds < longMailWaitSeconds,
    storage: storage === null || storage.free > storage.size * (1 - almostFull),
    database: database.connections < database.limit * almostFull,
    backup: !backup.isOverdue && backup.failure === null && backup.wal?.isFailing !== true,
  }
}

/** Which kinds of jobs the responding workers take together. */
export function workersOf(processes: readonly ProcessState[]): 'all' | 'long' | 'short' | 'none' {
  const workers = processes.filter(({ roles, isResponding }) => isResponding && roles.includes('worker'))
  // A worker that does not report its jobs takes all.
  const takes = (kind: 'long' | 'short') => workers.some(({ jobs }) => jobs === null || jobs === 'all' || jobs === kind)
  if (takes('long')) return takes('short') ? 'all' : 'long'
  return takes('short') ? 'short' : 'none'
}
