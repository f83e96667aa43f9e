import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { chooseNoteType } from './choose-note-type.ts'
import { changeNoteType, enhanceNote, generateNote } from './generate-note.ts'
import { correctTurn } from './correct-turn.ts'
import { dismissPassage } from './dismiss-passage.ts'
import { draftExcerpts } from './draft-excerpts.ts'
import { editTranscript } from './edit-transcript.ts'
import { findRepetition } from './find-repetition.ts'
import { getNote } from './get-note.ts'
import { listNotes } from './list-notes.ts'
import { previousSession } from './previous-session.ts'
import { saveNote } from './save-note.ts'
import { undoTranscriptEdit } from './undo-transcript-edit.ts'
import { getVersion, listVersions, restoreVersion } from './versions.ts'

const { notes } = endpoints

export const noteRoutes = {
  list: notes.list.handler(inTransaction(listNotes)),
  get: notes.get.handler(inTransaction(getNote)),
  save: notes.save.handler(inTransaction(saveNote)),
  generate: notes.generate.handler(inTransaction(generateNote)),
  draftExcerpts: notes.draftExcerpts.handler(inTransaction(draftExcerpts)),
  changeType: notes.changeType.handler(inTransaction(changeNoteType)),
  chooseType: notes.chooseType.handler(inTransaction(chooseNoteType)),
  repetition: notes.repetition.handler(inTransaction(findRepetition)),
  previous: notes.previous.handler(inTransaction(previousSession)),
  enhance: notes.enhance.handler(inTransaction(enhanceNote)),
  dismissPassage: notes.dismissPassage.handler(inTransaction(dismissPassage)),
  correctTurn: notes.correctTurn.handler(inTransaction(correctTurn)),
  editTranscript: notes.editTranscript.handler(inTransaction(editTranscript)),
  undoTranscriptEdit: notes.undoTranscriptEdit.handler(inTransaction(undoTranscriptEdit)),
  versions: notes.versions.handler(inTransaction(listVersions)),
  version: notes.version.handler(inTransaction(getVersion)),
  restore: notes.restore.handler(inTransaction(restoreVersion)),
}
