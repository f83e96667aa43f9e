import { sql } from 'kysely'
import type { Context, Services } from '#server/context.ts'
import { fail } from '#server/fail.ts'

const gigabyte = 1024 ** 3

/** The owner and admins get a notice once this share of the quota is used. */
const noticeShare = 0.8

/**
 * Counts the stored bytes of an organization, or of the caller's clients without an organization. Includes uncommitted
 * changes of this transaction.
 */
async function countStoredBytes({ db }: Context, organizationId: string | null): Promise<number> {
  const { rows } = await sql<{ used: number }>`select app.storage_of(${organizationId}::uuid) as used`.execute(db)
  return rows[0]?.used ?? 0
}

/**
 * Rejects an upload that exceeds the quota. The caller must insert the upload first: the insert updates and locks the
 * counter of stored bytes, so parallel uploads are counted one after the other.
 * @throws storage_full
 */
export async function requireWithinQuota(context: Context, organizationId: string | null): Promise<void> {
  const limit = context.config.STORAGE_QUOTA_GB
  if ((await countStoredBytes(context, organizationId)) > limit * gigabyte) fail('storage_full', { limit })
}

/**
 * Rejects the start of a recording if the storage is full. A recording in progress may exceed the quota.
 * @throws storage_full
 */
export async function requireFreeStorage(context: Context, organizationId: string | null): Promise<void> {
  const limit = context.config.STORAGE_QUOTA_GB
  if ((await countStoredBytes(context, organizationId)) >= limit * gigabyte) fail('storage_full', { limit })
}

/** Enqueues the notice about low storage if the stored bytes have reached `noticeShare` of the quota. */
export async function enqueueStorageNotice(context: Context, organizationId: string | null): Promise<void> {
  const { db, jobs, config } = context
  if (organizationId === null) return
  const used = await countStoredBytes(context, organizationId)
  if (used >= noticeShare * config.STORAGE_QUOTA_GB * gigabyte)
    await jobs.enqueue(db, 'recordings.storage', { organizationId })
}

/**
 * Notifies the owner and admins that little storage is left. Sends no further notice until the usage has fallen below
 * the threshold.
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
