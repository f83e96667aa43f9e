import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { addPsychotherapyNote } from './add-note.ts'
import { deletePsychotherapyNote } from './delete-note.ts'
import { listNotesByClient, listPsychotherapyNotes } from './list-notes.ts'
import { savePsychotherapyNote } from './save-note.ts'

const { psychotherapyNotes } = endpoints

export const psychotherapyNoteRoutes = {
  clients: psychotherapyNotes.clients.handler(inTransaction(listNotesByClient)),
  ofClient: psychotherapyNotes.ofClient.handler(inTransaction(listPsychotherapyNotes)),
  add: psychotherapyNotes.add.handler(inTransaction(addPsychotherapyNote)),
  save: psychotherapyNotes.save.handler(inTransaction(savePsychotherapyNote)),
  delete: psychotherapyNotes.delete.handler(inTransaction(deletePsychotherapyNote)),
}
