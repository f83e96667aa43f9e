import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { countWork } from './count-work.ts'
import { decideItem } from './decide-item.ts'
import { getQueue } from './get-queue.ts'
import { undoDecision } from './undo-decision.ts'

const { review } = endpoints

export const reviewRoutes = {
  get: review.get.handler(inTransaction(getQueue)),
  decide: review.decide.handler(inTransaction(decideItem)),
  undo: review.undo.handler(inTransaction(undoDecision)),
  count: review.count.handler(inTransaction(countWork)),
}
