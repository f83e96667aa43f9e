import { sql } from 'kysely'
import { NoticeKind, type NoticeList } from '#shared/contract/notices.ts'
import type { Db } from '#server/db/tenant.ts'

/** More than anybody looks back at. */
const most = 50

/** A person's newest, by time, and how many of all are unread. */
export async function listNotices(db: Db, userId: string): Promise<NoticeList> {
  const [items, { unread }] = await Promise.all([
    notices(db).where('notices.user_id', '=', userId).orderBy('notices.id', 'desc').limit(most).execute(),
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

/** Answers whether there is such a notice of this person. One that was read stays read since then. */
export async function markRead(db: Db, userId: string, id: string, at: Date): Promise<boolean> {
  const marked = await db
    .updateTable('notices')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .set({ read_at: sql<Date>`coalesce(read_at, ${at})` })
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}

export async function markAllRead(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('notices')
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .set({ read_at: at })
    .execute()
}

/** A notice that waits to be told by mail, and to whom. */
export interface UnsentNotice {
  kind: NoticeKind
  clientId: string | null
  clientInitials: string | null
  sessionsLeft: number | null
  storagePercent: number | null
  actorName: string | null
  email: string
}

/** Undefined when it was mailed already, or when its receiver may not see it any more. */
export async function findUnsent(db: Db, id: string): Promise<UnsentNotice | undefined> {
  const row = await notices(db)
    .innerJoin('users as receiver', 'receiver.id', 'notices.user_id')
    .select('receiver.email')
    .where('notices.id', '=', id)
    .where('mailed_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, kind: NoticeKind.parse(row.kind) }
}

export async function markMailed(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('notices').where('id', '=', id).set({ mailed_at: at }).execute()
}

/** A notice that was written, and whom it tells. */
export interface WrittenNotice {
  noticeId: string
  receiverId: string
}

/** Writes the notices of a transfer; answers which and whose. */
export async function insertTransferred(
  db: Db,
  { organizationId, clientId, formerId }: { organizationId: string; clientId: string; formerId: string },
): Promise<WrittenNotice[]> {
  const { rows } = await sql<WrittenNotice>`
    select notice_id as "noticeId", receiver_id as "receiverId"
    from app.tell_of_transfer(${organizationId}, ${clientId}, ${formerId})`.execute(db)
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
      'notices.created_at as createdAt',
      'read_at as readAt',
      // A transfer that was no member's doing (migration 0024).
      sql<string | null>`case when notices.actor_id is null and notices.client_id is not null then 'Attend staff'
        else nullif(trim(actor.first_name || ' ' || actor.last_name), '') end`.as('actorName'),
    ])
}
