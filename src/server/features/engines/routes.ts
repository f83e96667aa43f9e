import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { cancelEngine, downloadEngine, pauseEngine, removeEngine, useEngine, verifyEngine } from './change-engines.ts'
import { getEngines } from './get-engines.ts'
import { requestTrial } from './request-trial.ts'

const { engines } = endpoints

export const engineRoutes = {
  list: engines.list.handler(inTransaction(getEngines)),
  download: engines.download.handler(inTransaction(downloadEngine)),
  pause: engines.pause.handler(inTransaction(pauseEngine)),
  cancel: engines.cancel.handler(inTransaction(cancelEngine)),
  verify: engines.verify.handler(inTransaction(verifyEngine)),
  use: engines.use.handler(inTransaction(useEngine)),
  try: engines.try.handler(inTransaction(requestTrial)),
  remove: engines.remove.handler(inTransaction(removeEngine)),
}
