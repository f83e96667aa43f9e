import { endpoints } from '#server/http/implement.ts'
import { asCaller, inTransaction } from '#server/use-case/as-caller.ts'
import { deleteExamples } from './delete-examples.ts'
import { getLearning } from './get-learning.ts'
import {
  addTemplate,
  changeTemplate,
  deleteTemplate,
  listAllTemplates,
  listTemplateVersions,
  setTemplateStatus,
  shareTemplate,
} from './manage-templates.ts'
import { proposeSections, readExamples } from './propose-sections.ts'

const { templates, templateExamples } = endpoints

export const templateRoutes = {
  list: templates.list.handler(inTransaction(listAllTemplates)),
  add: templates.add.handler(inTransaction(addTemplate)),
  change: templates.change.handler(inTransaction(changeTemplate)),
  setStatus: templates.setStatus.handler(inTransaction(setTemplateStatus)),
  versions: templates.versions.handler(inTransaction(listTemplateVersions)),
  delete: templates.delete.handler(inTransaction(deleteTemplate)),
  share: templates.share.handler(inTransaction(shareTemplate)),
}

export const templateExampleRoutes = {
  list: templateExamples.list.handler(inTransaction(getLearning)),
  propose: templateExamples.propose.handler(async ({ context, input, signal }) => {
    const task = await asCaller(context, readExamples, input)
    return await proposeSections(context, task, signal ?? new AbortController().signal)
  }),
  delete: templateExamples.delete.handler(inTransaction(deleteExamples)),
  deleteAll: templateExamples.deleteAll.handler(inTransaction(deleteExamples)),
}
