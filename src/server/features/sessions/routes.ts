import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/http/use-case.ts'
import { getSession } from './get-session.ts'
import { listClientSessions } from './list-client-sessions.ts'
import { watchProgress } from './watch-progress.ts'

const { sessions } = endpoints

export const sessionRoutes = {
  listForClient: sessions.listForClient.handler(inTransaction(listClientSessions)),
  get: sessions.get.handler(inTransaction(getSession)),
  watchProgress: sessions.watchProgress.handler(({ context, input, signal }) => watchProgress(context, input, signal)),
}
