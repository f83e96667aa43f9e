import {
  type AdminStatus,
  type BackupState,
  ProcessState,
  type UnfinishedSession,
} from '#shared/contract/admin-status.ts'
import { type Config, isBackedUpNightly } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { EngineStates } from '#server/monitoring/engine-states.ts'
import { readDisk } from '#server/monitoring/figures.ts'
import { version } from '#server/version.ts'
import {
  countFailed,
  countJobs,
  findLastBackup,
  findWalArchive,
  listRecentFailures,
  listProcesses,
  listUnfinished,
  readConnections,
  type UnfinishedRow,
} from './status-store.ts'

/** Age after which the last backup is overdue: a backup runs every night, and may take two hours. */
const overdueMs = 26 * 60 * 60 * 1000

/** Seconds without a heartbeat after which a process counts as not responding: four intervals. */
const maxHeartbeatAge = 60

const maxUnfinished = 50

const mailJobs = ['accounts.reset_mail', 'feedback.mail', 'notices.mail'] as const

/** The step of a session that each job runs. */
const stepOf: Readonly<Record<string, UnfinishedSession['step']>> = {
  'recordings.process': 'audio',
  'sessions.run_again': 'transcript',
  'transcripts.transcribe': 'transcript',
  'notes.draft': 'note',
}

/**
 * Returns the state of the installation, without names of clients or users. The read is not audited, because the result
 * identifies sessions only by their organization and the end of their ids.
 */
export async function getStatus(context: Context): Promise<AdminStatus> {
  const { db, config, speech } = context
  const before = performance.now()
  const connections = await readConnections(db)
  const milliseconds = performance.now() - before
  const failed = await countFailed(db)
  const lately = await listRecentFailures(db)
  const unfinished = await listUnfinished(db, Object.keys(stepOf), maxUnfinished)
  const jobs = await countJobs(db, mailJobs)
  const processes = await listProcesses(db)
  const reported = processes
    .filter(({ roles, workerJobs }) => roles.includes('worker') && workerJobs !== 'short')
    .toSorted((a, b) => a.heartbeatSeconds - b.heartbeatSeconds)
    .map((each) => EngineStates.safeParse(each.engines).data)
    .find((states) => states !== undefined)
  return {
    version,
    failed: { total: failed.total, latestAt: failed.latestAt?.toISOString() ?? null, lately },
    unfinished: { total: unfinished[0]?.total ?? 0, items: unfinished.map(toUnfinished) },
    processes: toProcesses(processes),
    queue: {
      running: jobs?.running ?? 0,
      waiting: jobs?.waiting ?? 0,
      oldestSeconds: Math.round(jobs?.oldestSeconds ?? 0),
    },
    speech: reported?.speech ?? speech.status(),
    languageModel: { name: context.engines.languageModel(), lastDraftSeconds: reported?.lastDraftSeconds ?? null },
    mail: {
      server: mailServer(config),
      waiting: jobs?.mails ?? 0,
      oldestSeconds: Math.round(jobs?.oldestMailSeconds ?? 0),
      nextTryAt: jobs?.nextMailAt?.toISOString() ?? null,
    },
    storage: await readDisk(config.DATA_DIR).catch(() => null),
    database: { ...connections, milliseconds: Math.round(milliseconds * 10) / 10 },
    backup: await readBackups(context),
  }
}

function toUnfinished(row: UnfinishedRow): UnfinishedSession {
  const { ending, organization, job, isRunning, since, place, nextTryAt } = row
  return {
    ending,
    organization,
    isRunning,
    place,
    step: stepOf[job] ?? 'transcript',
    since: since.toISOString(),
    nextTryAt: nextTryAt?.toISOString() ?? null,
  }
}

/** Lists the processes. Processes with the same roles are numbered in the order of their start. */
function toProcesses(rows: Awaited<ReturnType<typeof listProcesses>>): ProcessState[] {
  const counts = new Map<string, number>()
  return rows.map(({ host, version: of, memory, roles: stored, workerJobs, beganAt, heartbeatSeconds }) => {
    const roles = stored.filter((role) => role === 'web' || role === 'worker')
    const kind = roles.length === 2 ? 'attend' : (roles[0] ?? 'attend')
    const number = (counts.get(kind) ?? 0) + 1
    counts.set(kind, number)
    return {
      host,
      version: of,
      memory,
      name: `${kind}-${number}`,
      roles,
      jobs: ProcessState.shape.jobs.parse(workerJobs),
      beganAt: beganAt.toISOString(),
      heartbeatSeconds: Math.max(0, Math.round(heartbeatSeconds)),
      isResponding: heartbeatSeconds <= maxHeartbeatAge,
    }
  })
}

/** The host of the mail server, without its user and password. */
function mailServer({ SMTP_URL: url }: Pick<Config, 'SMTP_URL'>): string | null {
  return url === undefined ? null : URL.canParse(url) ? new URL(url).hostname : ''
}

async function readBackups({ db, clock, config }: Context): Promise<BackupState> {
  const complete = await findLastBackup(db, 'complete')
  const failed = await findLastBackup(db, 'failed')
  const wal = await findWalArchive(db)
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
    wal: wal
      ? { archivedAt: wal.archivedAt?.toISOString() ?? null, isFailing: wal.isFailing, reason: wal.failure }
      : null,
  }
}
