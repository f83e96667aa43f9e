import type { NoticeList } from '#shared/contract/notices.ts'
import type { Context } from '#server/context.ts'
import { listNotices as listRows } from './store.ts'

export function listNotices({ db, actor }: Context): Promise<NoticeList> {
  return listRows(db, actor.userId)
}
