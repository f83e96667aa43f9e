import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { assignCosigner } from './assign-cosigner.ts'
import { addComment, readComments, replyToComment } from './comments.ts'
import { cosignNote } from './cosign-note.ts'
import { getNote } from './get-note.ts'
import { listQueue } from './list-queue.ts'
import { returnNote } from './return-note.ts'
import { setAway } from './set-away.ts'

const { cosign } = endpoints

export const cosignRoutes = {
  queue: cosign.queue.handler(inTransaction(listQueue)),
  get: cosign.get.handler(inTransaction(getNote)),
  comments: cosign.comments.handler(inTransaction(readComments)),
  comment: cosign.comment.handler(inTransaction(addComment)),
  reply: cosign.reply.handler(inTransaction(replyToComment)),
  return: cosign.return.handler(inTransaction(returnNote)),
  sign: cosign.sign.handler(inTransaction(cosignNote)),
  assign: cosign.assign.handler(inTransaction(assignCosigner)),
  setAway: cosign.setAway.handler(inTransaction(setAway)),
}
