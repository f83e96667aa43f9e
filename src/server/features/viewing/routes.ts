import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { listPeople } from './list-people.ts'
import { startViewing } from './start-viewing.ts'
import { stopViewing } from './stop-viewing.ts'

const { viewing } = endpoints

export const viewingRoutes = {
  people: viewing.people.handler(inTransaction(listPeople)),
  start: viewing.start.handler(inTransaction(startViewing)),
  stop: viewing.stop.handler(inTransaction(stopViewing)),
}
