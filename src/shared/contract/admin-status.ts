import * as z from 'zod'
import { Timestamp } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import { SpeechStatus } from './transcripts.ts'

/** The backups of the installation. */
export const BackupState = z.object({
  /** True if Attend backs itself up every night. */
  isNightly: z.boolean(),
  /** The last complete backup. Null before the first. */
  last: z
    .object({
      at: Timestamp,
      /** Bytes of database and files. */
      size: z.number(),
      files: z.int(),
      /** Files that rows refer to and that were missing. */
      lostFiles: z.int(),
    })
    .nullable(),
  /** True without a complete backup in the last 26 hours. */
  isOverdue: z.boolean(),
  /** The last failure after the last complete backup. */
  failure: z.object({ at: Timestamp, reason: z.string() }).nullable(),
  /** Archiving of the write-ahead log. Null if the database does not archive it. */
  wal: z
    .object({
      /** Null before the first file. */
      archivedAt: Timestamp.nullable(),
      /** True if the last attempt failed, or if a file is overdue. */
      isFailing: z.boolean(),
      /** Why the last attempt failed, if known. */
      reason: z.string().nullable(),
    })
    .nullable(),
})
export type BackupState = z.infer<typeof BackupState>

/** A process that runs, or that stopped sending heartbeats without being stopped. */
export const ProcessState = z.object({
  /** Roles and number, e.g. `worker-1`. */
  name: z.string(),
  /** Machine or container. */
  host: z.string(),
  roles: z.array(z.enum(['web', 'worker'])),
  /** The jobs of a worker. Null for a process without the role, and for a version that does not report them. */
  jobs: z.enum(['all', 'long', 'short']).nullable(),
  version: z.string(),
  beganAt: Timestamp,
  heartbeatSeconds: z.int(),
  /** Bytes. */
  memory: z.number(),
  /** False after 60 seconds without a heartbeat. */
  isResponding: z.boolean(),
})
export type ProcessState = z.infer<typeof ProcessState>

/** A session whose processing waits or runs. Only the end of its id is shown, and never its client. */
export const UnfinishedSession = z.object({
  /** The last eight characters of the id. */
  ending: z.string(),
  /** Null for a client without an organization. */
  organization: z.string().nullable(),
  /** The next result: processed audio, the transcript or the note. */
  step: z.enum(['audio', 'transcript', 'note']),
  isRunning: z.boolean(),
  since: Timestamp,
  /** Place among the sessions that wait for the same step, from 1; null while it runs or waits for its next try. */
  place: z.int().nullable(),
  /** When the step is tried again after a failure. */
  nextTryAt: Timestamp.nullable(),
})
export type UnfinishedSession = z.infer<typeof UnfinishedSession>

export const AdminStatus = z.object({
  /** Version of Attend in the process that answers. */
  version: z.string(),
  /** Sessions that can be run again. If `total` or `latestAt` changes, the list has changed. */
  failed: z.object({
    total: z.int(),
    latestAt: Timestamp.nullable(),
    /** The ends of the ids of all sessions that failed within the last hour, also of those that would fail again. */
    lately: z.array(z.string()),
  }),
  /** The oldest 50. */
  unfinished: z.object({ total: z.int(), items: z.array(UnfinishedSession) }),
  processes: z.array(ProcessState),
  queue: z.object({
    running: z.int(),
    waiting: z.int(),
    /** Age of the oldest job that is due. */
    oldestSeconds: z.int(),
  }),
  /** The state in the worker with the newest heartbeat; without a worker, in this process. */
  speech: SpeechStatus,
  languageModel: z.object({
    /** Null if notes are drafted as excerpts. */
    name: z.string().nullable(),
    lastDraftSeconds: z.number().nullable(),
  }),
  mail: z.object({
    /** Null if mails are only stored on this machine. */
    server: z.string().nullable(),
    waiting: z.int(),
    oldestSeconds: z.int(),
    nextTryAt: Timestamp.nullable(),
  }),
  /** The disk of the data folder of this process, in bytes. Null if it cannot be read. */
  storage: z.object({ free: z.number(), size: z.number() }).nullable(),
  database: z.object({ connections: z.int(), limit: z.int(), milliseconds: z.number() }),
  backup: BackupState,
})
export type AdminStatus = z.infer<typeof AdminStatus>

export const adminStatus = {
  status: endpoint({
    method: 'GET',
    path: '/admin/status',
    summary: 'Unfinished sessions, processes and services of the installation',
  }).output(AdminStatus),
}
