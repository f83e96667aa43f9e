import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/http/use-case.ts'
import { cancelSession, restoreSession } from './cancel-session.ts'
import { exportMonth, exportSession } from './export-calendar.ts'
import { getSession } from './get-session.ts'
import { listCalendar } from './list-calendar.ts'
import { listClientSessions } from './list-client-sessions.ts'
import { rescheduleSession } from './reschedule-session.ts'
import { scheduleSession } from './schedule-session.ts'
import { watchProgress } from './watch-progress.ts'

const { sessions } = endpoints

export const sessionRoutes = {
  calendar: sessions.calendar.handler(inTransaction(listCalendar)),
  schedule: sessions.schedule.handler(inTransaction(scheduleSession)),
  reschedule: sessions.reschedule.handler(inTransaction(rescheduleSession)),
  cancel: sessions.cancel.handler(inTransaction(cancelSession)),
  restore: sessions.restore.handler(inTransaction(restoreSession)),
  exportMonth: sessions.exportMonth.handler(inTransaction(exportMonth)),
  exportSession: sessions.exportSession.handler(inTransaction(exportSession)),
  listForClient: sessions.listForClient.handler(inTransaction(listClientSessions)),
  get: sessions.get.handler(inTransaction(getSession)),
  watchProgress: sessions.watchProgress.handler(({ context, input, signal }) => watchProgress(context, input, signal)),
}
