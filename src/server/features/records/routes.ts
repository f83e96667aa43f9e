import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { getRecord } from './get-record.ts'

export const recordRoutes = { get: endpoints.records.get.handler(inTransaction(getRecord)) }
