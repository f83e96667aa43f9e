import type { NoticeList } from '#shared/contract/notices.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { listNotices, markAllRead, markRead } from './store.ts'

/** @throws notice_missing */
export async function readNotice({ db, actor, clock }: Context, input: { noticeId: string }): Promise<NoticeList> {
  const id = rowId(input.noticeId, 'notice_missing')
  if (!(await markRead(db, actor.userId, id, clock()))) fail('notice_missing')
  return listNotices(db, actor.userId)
}

/** @throws notice_missing for a malformed id */
export async function readAllNotices({ db, actor, clock }: Context, input?: { newestId: string }): Promise<NoticeList> {
  await markAllRead(db, actor.userId, input ? rowId(input.newestId, 'notice_missing') : null, clock())
  return listNotices(db, actor.userId)
}
