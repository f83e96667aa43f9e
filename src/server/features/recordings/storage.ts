import { sql } from 'kysely'
import type { Context, Services } from '#server/context.ts'
import { fail } from '#server/fail.ts'

const gigabyte = 1024 ** 3

/** Share of the quota above which owner and admins get a notice. */
const low = 0.8

/** Stored bytes of an organization, or of the caller's clients without an organization. Includes this transaction. */
async function usedBy({ db }: Context, organizationId: string | null): Promise<number> {
  const { rows } = await sql<{ used: number }>`select app.storage_of(${organizationId}::uuid) as used`.execute(db)
  return rows[0]?.used ?? 0
}

/**
 * Rejects an upload that exceeds the quota. The caller inserts the upload first: the insert counts at once and locks
 * the counting row, so parallel uploads see each other.
 * @throws storage_full
 */
export async function requireWithinQuota(context: Context, organizationId: string | null): Promise<void> {
  const limit = context.config.STORAGE_QUOTA_GB
  if ((await usedBy(context, organizationId)) > limit * gigabyte) fail('storage_full', { limit })
}

/**
 * Rejects the start of a recording if the storage is full. A recording in progress may exceed the quota.
 * @throws storage_full
 */
export async function requireFreeStorage(context: Context, organizationId: string | null): Promise<void> {
  const limit = context.config.STORAGE_QUOTA_GB
  if ((await usedBy(context, organizationId)) >= limit * gigabyte) fail('storage_full', { limit })
}

/** Enqueues a notice if little storage is left after a recording was received. */
export async function watchStorage(context: Context, organizationId: string | null): Promise<void> {
  const { db, jobs, config } = context
  if (organizationId === null) return
  const used = await usedBy(context, organizationId)
  if (used >= low * config.STORAGE_QUOTA_GB * gigabyte) await jobs.enqueue(db, 'recordings.storage', { organizationId })
}

/**
 * Notifies owner and admins that little storage is left. The next notice follows only after the usage fell below the
 * threshold.
 */
export async function notifyStorage({ tenant, jobs, config }: Services, organizationId: string): Promise<void> {
  const quota = Math.round(config.STORAGE_QUOTA_GB * gigabyte)
  await tenant.asAnonymous(async (db) => {
    const { rows } = await sql<{ noticeId: string; userId: string }>`
      select notice_id as "noticeId", receiver_id as "userId" from app.notify_low_storage(${organizationId}, ${quota})`.execute(
      db,
    )
    for (const notice of rows) await jobs.enqueue(db, 'notices.mail', notice)
  })
}
