import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import {
  addTemplate,
  changeTemplate,
  listAllTemplates,
  listTemplateVersions,
  setTemplateStatus,
  shareTemplate,
} from './manage-templates.ts'

const { templates } = endpoints

export const templateRoutes = {
  list: templates.list.handler(inTransaction(listAllTemplates)),
  add: templates.add.handler(inTransaction(addTemplate)),
  change: templates.change.handler(inTransaction(changeTemplate)),
  setStatus: templates.setStatus.handler(inTransaction(setTemplateStatus)),
  versions: templates.versions.handler(inTransaction(listTemplateVersions)),
  share: templates.share.handler(inTransaction(shareTemplate)),
}
