import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { acceptRequest, attachStatement, denyRequest, extendRequest } from './answer-request.ts'
import { listOfClient, listOfNote } from './list-requests.ts'
import { logRequest } from './log-request.ts'

const { amendments } = endpoints

export const amendmentRoutes = {
  ofClient: amendments.ofClient.handler(inTransaction(listOfClient)),
  ofNote: amendments.ofNote.handler(inTransaction(listOfNote)),
  log: amendments.log.handler(inTransaction(logRequest)),
  extend: amendments.extend.handler(inTransaction(extendRequest)),
  accept: amendments.accept.handler(inTransaction(acceptRequest)),
  deny: amendments.deny.handler(inTransaction(denyRequest)),
  attachStatement: amendments.attachStatement.handler(inTransaction(attachStatement)),
}
