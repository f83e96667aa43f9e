import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { getWorkQueue } from './get-work-queue.ts'

export const workQueueRoutes = { get: endpoints.workQueue.get.handler(inTransaction(getWorkQueue)) }
