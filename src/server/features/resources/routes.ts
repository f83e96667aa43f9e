import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { addResource } from './add-resource.ts'
import { deleteResource, restoreResource, updateResource } from './change-resource.ts'
import { listDeletedResources, listResources } from './list-resources.ts'

const { resources } = endpoints

export const resourceRoutes = {
  list: resources.list.handler(inTransaction(listResources)),
  add: resources.add.handler(inTransaction(addResource)),
  update: resources.update.handler(inTransaction(updateResource)),
  delete: resources.delete.handler(inTransaction(deleteResource)),
  listDeleted: resources.listDeleted.handler(inTransaction(listDeletedResources)),
  restore: resources.restore.handler(inTransaction(restoreResource)),
}
