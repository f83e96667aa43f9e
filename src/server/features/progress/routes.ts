import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { exportProgressOfAll, exportProgressOfClient } from './export-progress.ts'
import { getProgressOfAll, getProgressOfClient } from './get-progress.ts'

const { progress } = endpoints

export const progressRoutes = {
  ofAll: progress.ofAll.handler(inTransaction(getProgressOfAll)),
  ofClient: progress.ofClient.handler(inTransaction(getProgressOfClient)),
  exportOfAll: progress.exportOfAll.handler(inTransaction(exportProgressOfAll)),
  exportOfClient: progress.exportOfClient.handler(inTransaction(exportProgressOfClient)),
}
