import { Suspense, useState } from 'react'
import type { Note } from '#shared/contract/notes.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import type { NoteEdits } from './editor/use-note-edits.ts'
import type { NotePageState } from './status/use-note-page.ts'

const ChangeNoteType = lazyDialog(() => import('./editor/change-note-type.tsx'))
const EnhanceNote = lazyDialog(() => import('./editor/enhance-note.tsx'))
const SaveConflict = lazyDialog(() => import('./editor/save-conflict.tsx'))
const Versions = lazyDialog(() => import('./editor/versions.tsx'))

export function useNoteDialogs() {
  return { changeType: useDialog(), enhance: useDialog(), versions: useVersionsDialog() }
}

/**
 * The state of the dialog, which opens with the list of versions or with one version compared with the current text.
 */
function useVersionsDialog() {
  const { open, ...dialog } = useDialog()
  const [first, setFirst] = useState<number | null>(null)
  const openAt = (version: number | null) => {
    setFirst(version)
    open()
  }
  return { ...dialog, first, open: () => openAt(null), openAt }
}

type Props = {
  dialogs: ReturnType<typeof useNoteDialogs>
  notePage: NotePageState
  note: Note
  edits: NoteEdits
  /** The therapist's IANA time zone. */
  timeZone: string
  canRestore: boolean
}

/** The dialogs that change the whole note, and the dialog that resolves a save conflict. */
export function NoteDialogs({ dialogs, notePage, note, edits, timeZone, canRestore }: Props) {
  const { changeType, enhance, versions } = dialogs
  const shared = { note, onNote: notePage.setNote, load: notePage.load }
  return (
    <Suspense>
      {changeType.isMounted && <ChangeNoteType {...shared} opened={changeType.isOpen} onClose={changeType.close} />}
      {enhance.isMounted && <EnhanceNote {...shared} opened={enhance.isOpen} onClose={enhance.close} />}
      {versions.isMounted && (
        <Versions
          key={versions.first}
          {...shared}
          first={versions.first}
          opened={versions.isOpen}
          timeZone={timeZone}
          canRestore={canRestore}
          onClose={versions.close}
        />
      )}
      <SaveConflict opened={edits.conflict !== null} edits={edits} onClose={edits.dismissConflict} />
    </Suspense>
  )
}
