import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { addSnippet } from './add-snippet.ts'
import { deleteSnippet, restoreSnippet, updateSnippet } from './change-snippet.ts'
import { listSnippets } from './list-snippets.ts'

const { snippets } = endpoints

export const snippetRoutes = {
  list: snippets.list.handler(inTransaction(listSnippets)),
  add: snippets.add.handler(inTransaction(addSnippet)),
  update: snippets.update.handler(inTransaction(updateSnippet)),
  delete: snippets.delete.handler(inTransaction(deleteSnippet)),
  restore: snippets.restore.handler(inTransaction(restoreSnippet)),
}
