import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { cancelFollowing, restoreFollowing } from './cancel-following.ts'
import { cancelSession, restoreSession } from './cancel-session.ts'
import { exportMonth, exportSession } from './export-calendar.ts'
import { getSession } from './get-session.ts'
import { listBusy } from './list-busy.ts'
import { listCalendar } from './list-calendar.ts'
import { listClientSessions } from './list-client-sessions.ts'
import { rescheduleFollowing, undoReschedule } from './reschedule-following.ts'
import { rescheduleSession } from './reschedule-session.ts'
import { scheduleSeries } from './schedule-series.ts'
import { scheduleSession } from './schedule-session.ts'
import { watchProgress } from './watch-progress.ts'
import { writeSession } from './write-session.ts'

const { sessions, series } = endpoints

export const sessionRoutes = {
  calendar: sessions.calendar.handler(inTransaction(listCalendar)),
  schedule: sessions.schedule.handler(inTransaction(scheduleSession)),
  reschedule: sessions.reschedule.handler(inTransaction(rescheduleSession)),
  cancel: sessions.cancel.handler(inTransaction(cancelSession)),
  restore: sessions.restore.handler(inTransaction(restoreSession)),
  write: sessions.write.handler(inTransaction(writeSession)),
  exportMonth: sessions.exportMonth.handler(inTransaction(exportMonth)),
  exportSession: sessions.exportSession.handler(inTransaction(exportSession)),
  listForClient: sessions.listForClient.handler(inTransaction(listClientSessions)),
  get: sessions.get.handler(inTransaction(getSession)),
  watchProgress: sessions.watchProgress.handler(({ context, input, signal }) => watchProgress(context, input, signal)),
}

export const seriesRoutes = {
  busy: series.busy.handler(inTransaction(listBusy)),
  schedule: series.schedule.handler(inTransaction(scheduleSeries)),
  rescheduleFollowing: series.rescheduleFollowing.handler(inTransaction(rescheduleFollowing)),
  undoReschedule: series.undoReschedule.handler(inTransaction(undoReschedule)),
  cancelFollowing: series.cancelFollowing.handler(inTransaction(cancelFollowing)),
  restoreFollowing: series.restoreFollowing.handler(inTransaction(restoreFollowing)),
}
