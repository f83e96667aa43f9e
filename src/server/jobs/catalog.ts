import * as z from 'zod'

/**
 * All jobs of the product. Payloads contain only ids: clinical text stays in its tables. `userId` is the user as whom the
 * job acts, or whom the job concerns.
 */
export const catalog = {
  /** Mails a link that sets a new password. Retries for hours, because a mail server may be down. */
  'accounts.reset_mail': { payload: z.object({ userId: z.uuid() }), retries: 15, concurrency: 1 },
  /** Marks a session as failed if its job was lost with its worker at the last try. */
  'sessions.lost': { payload: z.object({ sessionId: z.uuid(), userId: z.uuid() }), retries: 5, concurrency: 1 },
  /** Moves an uploaded recording to the file store and measures it. */
  'recordings.process': {
    payload: z.object({ sessionId: z.uuid(), userId: z.uuid() }),
    retries: 5,
    isFair: true,
    isLong: true,
    concurrency: 2,
    waitsForHours: true,
    whenLost: 'sessions.lost',
  },
  /** Erases the original of an upload that could be read only at a later try. */
  'recordings.erase_original': {
    payload: z.object({ sessionId: z.uuid() }),
    retries: 15,
    concurrency: 1,
    waitsForHours: true,
  },
  /** Resumes a failed session at the failed step. */
  'sessions.run_again': {
    payload: z.object({ sessionId: z.uuid(), userId: z.uuid() }),
    retries: 5,
    concurrency: 1,
    waitsForHours: true,
    whenLost: 'sessions.lost',
  },
  /** Notifies owners and admins when storage runs low. */
  'recordings.storage': { payload: z.object({ organizationId: z.uuid() }), retries: 3, concurrency: 1 },
  /** Deletes uploads that were not finished within a week. */
  'recordings.clean': { payload: z.object({}), retries: 2, concurrency: 1, cron: '17 3 * * *' },
  /** Transcribes a stored recording. */
  'transcripts.transcribe': {
    payload: z.object({ sessionId: z.uuid(), userId: z.uuid() }),
    retries: 3,
    isFair: true,
    isLong: true,
    concurrency: 1,
    waitsForHours: true,
    whenLost: 'sessions.lost',
  },
  /** Queues recordings that wait for a speech engine, once there is one. */
  'transcripts.transcribe_waiting': { payload: z.object({}), retries: 0, concurrency: 1, cron: '* * * * *' },
  /** Computes the remembered voice of a therapist from their turns in a session, at their request. */
  'transcripts.remember_voice': {
    payload: z.object({ sessionId: z.uuid(), userId: z.uuid() }),
    retries: 3,
    isFair: true,
    isLong: true,
    concurrency: 1,
  },
  /** Downloads and verifies the requested models. Scheduled, so that a download resumes after a restart. */
  'engines.work': {
    payload: z.object({}),
    retries: 3,
    isLong: true,
    concurrency: 1,
    isSingle: true,
    cron: '* * * * *',
  },
  /** Tests the active engines with the sample recording. */
  'engines.try': { payload: z.object({}), retries: 0, isLong: true, concurrency: 1, isSingle: true },
  /** Drafts a session's note from its transcript, as the open request says. Without a request, writes the first draft. */
  'notes.draft': {
    payload: z.object({ sessionId: z.uuid(), userId: z.uuid() }),
    retries: 3,
    isFair: true,
    isLong: true,
    concurrency: 6,
    perOrganization: 2,
    waitsForHours: true,
    whenLost: 'sessions.lost',
  },
  /** Counts the open review items of older notes, which have no count yet. */
  'notes.count_items': { payload: z.object({}), retries: 2, concurrency: 1, cron: '*/5 * * * *' },
  /** Indexes the words of notes that were saved at least a minute ago, for the search. */
  'notes.index': { payload: z.object({}), retries: 2, concurrency: 1, cron: '* * * * *' },
  /** Finds themes, mood, techniques, follow-up and concerns in a session's transcript. */
  'insights.analyze': {
    payload: z.object({ sessionId: z.uuid(), userId: z.uuid() }),
    retries: 3,
    isFair: true,
    isLong: true,
    concurrency: 4,
    perOrganization: 1,
  },
  /** Erases the files of a deleted recording, transcript or session. */
  'corrections.erase': {
    payload: z.object({ receiptId: z.uuid() }),
    retries: 15,
    concurrency: 1,
    waitsForHours: true,
  },
  /** Enqueues the erasure of files whose job was lost, or ended before the file store was back. */
  'corrections.erase_overdue': { payload: z.object({}), retries: 2, concurrency: 1, cron: '23 * * * *' },
  /** Mails a feature suggestion to the operator. Retries for about two hours, because a mail server may be down. */
  'feedback.mail': { payload: z.object({ suggestionId: z.uuid(), userId: z.uuid() }), retries: 15, concurrency: 1 },
  /** Mails a notice to its receiver. */
  'notices.mail': { payload: z.object({ noticeId: z.uuid(), userId: z.uuid() }), retries: 15, concurrency: 1 },
  /** Creates an organization's customer and trial at the payment provider. `userId` is the user for whom the customer is created. */
  'billing.create_customer': {
    payload: z.object({ organizationId: z.uuid(), userId: z.uuid() }),
    retries: 2,
    concurrency: 2,
  },
  /** Saves a snapshot of an organization's subscription at the payment provider. */
  'billing.sync': { payload: z.object({ organizationId: z.uuid() }), retries: 10, concurrency: 2 },
  /** Syncs all organizations, and completes unfinished customers. */
  'billing.reconcile': { payload: z.object({}), retries: 2, concurrency: 1, cron: '43 2 * * *' },
  /** Advances the payments sandbox to the current time, and delivers its events. */
  'billing.advance': { payload: z.object({}), retries: 0, concurrency: 1, cron: '* * * * *' },
  /** After a session, checks whether few sessions of the plan remain. */
  'billing.usage': { payload: z.object({ organizationId: z.uuid() }), retries: 3, concurrency: 1 },
  /** Verifies the audit trail every night. */
  'audit.verify': { payload: z.object({}), retries: 2, isLong: true, concurrency: 1, cron: '11 4 * * *' },
  /** Backs up database and files every night, if the settings say so. */
  'backups.nightly': { payload: z.object({}), retries: 2, isLong: true, concurrency: 1, cron: '31 2 * * *' },
  /** Creates the data of the demo practice. */
  'demo.prepare': { payload: z.object({}), retries: 2, isLong: true, concurrency: 1 },
} as const satisfies Record<string, JobDefinition>

interface JobDefinition {
  payload: z.ZodType<object>
  /** Retries after an error that is not transient, or after a killed worker; with growing delays. */
  retries: number
  /** Retries through an outage (`isTransient`) for about twelve hours, finally once every 15 minutes. */
  waitsForHours?: true
  /** Parallel jobs in one worker process. */
  concurrency: number
  /** Parallel jobs per organization: jobs that wait for an unresponsive service do not block other organizations. */
  perOrganization?: number
  /** True for jobs that take minutes or much memory. A separate kind of worker can take them (`WORKER_JOBS`). */
  isLong?: true
  /** True if organizations take turns, so that many jobs of one do not delay the first job of another. */
  isFair?: true
  /** At most one job of this name runs and one waits, in all workers together. */
  isSingle?: true
  /** Schedule in UTC. */
  cron?: string
  /**
   * The job that receives the same ids after the last try, even if the worker was killed. It must precede this job
   * in the catalog.
   */
  whenLost?: string
}

/** The first delay is two to four seconds. Each further delay is twice as long, up to this limit. */
export const maxRetryDelaySeconds = 15 * 60

/** Tries of a job that waits for hours: nine within half an hour, then one every 15 minutes. */
export const longWaitRetries = 56

export type JobName = keyof typeof catalog
export type Payload<N extends JobName> = z.infer<(typeof catalog)[N]['payload']>
export const jobNames = Object.keys(catalog).filter((name): name is JobName => name in catalog)
