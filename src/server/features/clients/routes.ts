import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { createClient } from './create-client.ts'
import { getClient } from './get-client.ts'
import { listClients } from './list-clients.ts'
import { listTherapists } from './list-therapists.ts'
import { pickClients } from './pick-clients.ts'
import { transferClient } from './transfer-client.ts'
import { archiveClient, restoreClient, updateClient } from './update-client.ts'

const { clients } = endpoints

export const clientRoutes = {
  list: clients.list.handler(inTransaction(listClients)),
  therapists: clients.therapists.handler(inTransaction(listTherapists)),
  pick: clients.pick.handler(inTransaction(pickClients)),
  get: clients.get.handler(inTransaction(getClient)),
  create: clients.create.handler(inTransaction(createClient)),
  update: clients.update.handler(inTransaction(updateClient)),
  archive: clients.archive.handler(inTransaction(archiveClient)),
  restore: clients.restore.handler(inTransaction(restoreClient)),
  transfer: clients.transfer.handler(inTransaction(transferClient)),
}
