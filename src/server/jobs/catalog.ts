import * as z from 'zod'

/** Every job of the product. Payloads carry ids only: clinical text stays in its tables. `userId` is who asked for it. */
export const catalog = {
  /** Mails a link that sets a new password; a mail server may be down for hours. */
  'accounts.reset_mail': { payload: z.object({ userId: z.uuid() }), retries: 15, concurrency: 1 },
  /** Tells the person that the work on a session ended for good with the worker that did it. */
  'sessions.lost': { payload: z.object({ sessionId: z.uuid(), userId: z.uuid() }), retries: 5, concurrency: 1 },
  /** Puts an uploaded recording into the file store and measures it. */
  'recordings.process': {
    payload: z.object({ sessionId: z.uuid(), userId: z.uuid() }),
    retries: 5,
    concurrency: 2,
    waitsForHours: true,
    whenLost: 'sessions.lost',
  },
  /** Takes up a failed session where it ended, as an operator asked. */
  'sessions.run_again': {
    payload: z.object({ sessionId: z.uuid(), userId: z.uuid() }),
    retries: 5,
    concurrency: 1,
    waitsForHours: true,
    whenLost: 'sessions.lost',
  },
  /** Tells those in charge when little storage is left. */
  'recordings.storage': { payload: z.object({ organizationId: z.uuid() }), retries: 3, concurrency: 1 },
  /** Throws away uploads that nobody finished. */
  'recordings.clean': { payload: z.object({}), retries: 2, concurrency: 1, cron: '17 3 * * *' },
  /** Turns a stored recording into a transcript. */
  'transcripts.transcribe': {
    payload: z.object({ sessionId: z.uuid(), userId: z.uuid() }),
    retries: 3,
    concurrency: 1,
    waitsForHours: true,
    whenLost: 'sessions.lost',
  },
  /** Writes a session's note from its transcript, as its open request says; without one, the first draft. */
  'notes.draft': {
    payload: z.object({ sessionId: z.uuid(), userId: z.uuid() }),
    retries: 3,
    concurrency: 6,
    perOrganization: 2,
    waitsForHours: true,
    whenLost: 'sessions.lost',
  },
  /** Finds themes, mood, techniques, follow-up and concerns in a session's transcript. */
  'insights.analyze': {
    payload: z.object({ sessionId: z.uuid(), userId: z.uuid() }),
    retries: 3,
    concurrency: 4,
    perOrganization: 1,
  },
  /** Tells the operator of a feature suggestion; a mail server may be down for a day. */
  'feedback.mail': { payload: z.object({ suggestionId: z.uuid(), userId: z.uuid() }), retries: 15, concurrency: 1 },
  /** Tells somebody by mail what a notice says. */
  'notices.mail': { payload: z.object({ noticeId: z.uuid(), userId: z.uuid() }), retries: 15, concurrency: 1 },
  /** Creates an organization's customer and trial at the payment provider. `userId` signed up. */
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
  /** After a session: checks whether few sessions of the plan remain. */
  'billing.usage': { payload: z.object({ organizationId: z.uuid() }), retries: 3, concurrency: 1 },
  /** Verifies the audit trail, every night. */
  'audit.verify': { payload: z.object({}), retries: 2, concurrency: 1, cron: '11 4 * * *' },
  /** Writes the data of the demo practice. */
  'demo.prepare': { payload: z.object({}), retries: 2, concurrency: 1 },
} as const satisfies Record<string, JobDefinition>

interface JobDefinition {
  payload: z.ZodType<object>
  /** Further tries after a failure that nothing says will pass, and after a worker that was killed; with growing pauses. */
  retries: number
  /** Whether an outage (`isTransient`) is waited for: tries go on for some twelve hours, at last one every 15 minutes. */
  waitsForHours?: true
  /** How many run at once in one worker process. */
  concurrency: number
  /** How many of them may be of sessions of one organization: what waits for a silent service keeps no other one waiting. */
  perOrganization?: number
  /** When it runs by itself, in UTC. */
  cron?: string
  /**
   * The job that gets the same ids after the last try, however that ended: a worker that was killed cannot say so itself.
   * It stands before this one in the catalog.
   */
  whenLost?: string
}

/** Pauses double from two to four seconds up to this. */
export const longestPauseSeconds = 15 * 60

/** Tries of a job that waits for hours: nine within half an hour, then one every 15 minutes. */
export const patientRetries = 56

export type JobName = keyof typeof catalog
export type Payload<N extends JobName> = z.infer<(typeof catalog)[N]['payload']>
export const jobNames = Object.keys(catalog).filter((name): name is JobName => name in catalog)
