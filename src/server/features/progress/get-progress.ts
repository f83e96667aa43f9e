import type { Progress } from '#shared/contract/progress.ts'
import { addMonths } from '#shared/rules/calendar.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { readSafety } from '#server/features/notes/current-safety.ts'
import { threads } from '#server/threads/pool.ts'
import { type Period, readSections, type StoredRecord } from './session-record.ts'
import { listRecords } from './store.ts'

/** Months of the period (spec core §2). */
const months = 3

/** Maximum number of sessions that are read. The newest sessions of the period are read. */
const maxSessions = 200

/** Maximum number of passages under each heading of a page. */
const maxShown = 20

/** Returns the progress of the caller's own clients. */
export async function getProgressOfAll(context: Context): Promise<Progress> {
  audit(context, { action: 'progress.read', resourceType: 'note' })
  return await readProgress(context, null, maxShown)
}

/** @throws client_missing also for a client that the caller may not see */
export async function getProgressOfClient(context: Context, input: { clientId: string }): Promise<Progress> {
  const client = await getClient(context, input)
  audit(context, { action: 'progress.read', resourceType: 'client', resourceId: client.id, clientId: client.id })
  return await readProgress(context, client, maxShown)
}

async function readProgress(context: Context, client: Progress['client'], maxPassages: number): Promise<Progress> {
  const { records, ...period } = await readPeriod(context, client)
  return { ...period, ...(await threads.run('summarizeProgress', { records, maxPassages })) }
}

/** Reads the sessions of the last three months, of one client or of all the caller's own clients. */
export async function readPeriod(context: Context, client: Progress['client']): Promise<Period> {
  const { db, actor, clock } = context
  const { date: to } = localDateTime(clock(), actor.timeZone)
  const from = addMonths(to, -months)
  const subject = client ? { clientId: client.id } : { therapistId: actor.userId }
  const found = await listRecords(db, { subject, from, limit: maxSessions + 1 })
  const records: StoredRecord[] = []
  for (const record of found.slice(0, maxSessions)) records.push(await withCurrentSafety(context, record))
  return {
    client: client && { id: client.id, firstName: client.firstName, lastName: client.lastName },
    from,
    to,
    isComplete: found.length <= maxSessions,
    records,
  }
}

/**
 * Adds the current safety passages of a session. The transcript may have been corrected after the note was written, and
 * may have passages before a note exists.
 */
async function withCurrentSafety(context: Context, record: StoredRecord): Promise<StoredRecord> {
  const { isWritten, writtenAt, transcriptAt } = record
  const isCurrent = !transcriptAt || (isWritten && transcriptAt < writtenAt)
  if (isCurrent) return record
  return { ...record, safety: await readSafety(context, record, readSections(record.sections)) }
}
