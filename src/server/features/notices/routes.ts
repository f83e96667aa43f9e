import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { listNotices } from './list-notices.ts'
import { readAllNotices, readNotice } from './read-notices.ts'

const { notices } = endpoints

export const noticeRoutes = {
  list: notices.list.handler(inTransaction(listNotices)),
  read: notices.read.handler(inTransaction(readNotice)),
  readAll: notices.readAll.handler(inTransaction(readAllNotices)),
}
