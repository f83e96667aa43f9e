import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { correctSession } from './correct-session.ts'
import { deleteFiled } from './delete-filed.ts'
import { listReceipts } from './list-receipts.ts'

const { corrections } = endpoints

export const correctionRoutes = {
  correct: corrections.correct.handler(inTransaction(correctSession)),
  delete: corrections.delete.handler(inTransaction(deleteFiled)),
  receipts: corrections.receipts.handler(inTransaction(listReceipts)),
}
