import { sql } from 'kysely'
import { NoticeKind, type NoticeList } from '#shared/contract/notices.ts'
import type { Db } from '#server/db/tenant.ts'

/** Users do not scroll back to older notices. */
const maxListed = 50

/** Lists a user's newest notices, and counts all unread notices. */
export async function listNotices(db: Db, userId: string): Promise<NoticeList> {
  const [items, { unread }] = await Promise.all([
    notices(db).where('notices.user_id', '=', userId).orderBy('notices.id', 'desc').limit(maxListed).execute(),
    db
      .selectFrom('notices')
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .select((select) => select.fn.countAll<number>().as('unread'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    items: items.map(({ createdAt, readAt, ...notice }) => ({
      ...notice,
      kind: NoticeKind.parse(notice.kind),
      createdAt: createdAt.toISOString(),
      isRead: readAt !== null,
    })),
    unread,
  }
}

/** Marks a notice as read. An earlier time of reading does not change. Returns false if the user has no such notice. */
export async function markRead(db: Db, userId: string, id: string, at: Date): Promise<boolean> {
  const marked = await db
    .updateTable('notices')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .set({ read_at: sql<Date>`coalesce(read_at, ${at})` })
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}

/** Marks a user's notices as read, up to the one with the given id, or all if it is null. */
export async function markAllRead(db: Db, userId: string, newestId: string | null, at: Date): Promise<void> {
  await db
    .updateTable('notices')
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where(sql<boolean>`id <= coalesce(${newestId}::uuid, id)`)
    .set({ read_at: at })
    .execute()
}

/** A notice to be mailed, with its receiver's address. */
export interface UnsentNotice {
  kind: NoticeKind
  clientId: string | null
  clientInitials: string | null
  sessionsLeft: number | null
  storagePercent: number | null
  sessionId: string | null
  actorName: string | null
  email: string
}

/**
 * Finds a notice to mail. Returns undefined if the notice was already mailed or belongs to the demo practice, or if its
 * receiver may no longer see it.
 */
export async function findUnsentNotice(db: Db, id: string): Promise<UnsentNotice | undefined> {
  const row = await notices(db)
    .innerJoin('users as receiver', 'receiver.id', 'notices.user_id')
    .select('receiver.email')
    .where('notices.id', '=', id)
    .where('mailed_at', 'is', null)
    // Accounts of the demo practice have no mailbox.
    .where(sql<boolean>`not coalesce(app.is_demo(notices.organization_id), false)`)
    .executeTakeFirst()
  return row && { ...row, kind: NoticeKind.parse(row.kind) }
}

export async function markMailed(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('notices').where('id', '=', id).set({ mailed_at: at }).execute()
}

export interface InsertedNotice {
  noticeId: string
  receiverId: string
}

/** Inserts the notices about a transfer. */
export async function insertTransferNotices(
  db: Db,
  { organizationId, clientId, formerId }: { organizationId: string; clientId: string; formerId: string },
): Promise<InsertedNotice[]> {
  const { rows } = await sql<InsertedNotice>`
    select notice_id as "noticeId", receiver_id as "receiverId"
    from app.notify_transfer(${organizationId}, ${clientId}, ${formerId})`.execute(db)
  return rows
}

/** Inserts the notices about a note that the caller just signed, returned, co-signed or reassigned. */
export async function insertCosignNotices(db: Db, sessionId: string): Promise<InsertedNotice[]> {
  const { rows } = await sql<InsertedNotice>`
    select notice_id as "noticeId", receiver_id as "receiverId" from app.notify_cosign(${sessionId})`.execute(db)
  return rows
}

function notices(db: Db) {
  return db
    .selectFrom('notices')
    .leftJoin('users as actor', 'actor.id', 'notices.actor_id')
    .select([
      'notices.id',
      'kind',
      'client_id as clientId',
      'client_initials as clientInitials',
      'sessions_left as sessionsLeft',
      'storage_percent as storagePercent',
      'notices.session_id as sessionId',
      'notices.created_at as createdAt',
      'read_at as readAt',
      // A transfer made by Attend staff has no actor.
      sql<string | null>`case when notices.actor_id is null and notices.client_id is not null then 'Attend staff'
        else nullif(trim(actor.first_name || ' ' || actor.last_name), '') end`.as('actorName'),
    ])
}
