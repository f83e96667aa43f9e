import { Button } from '@mantine/core'
import { IconClipboardList, IconCopy } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { EditedSection, Note } from '#shared/contract/notes.ts'
import { isLocked } from '#shared/rules/note-status.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { Tip } from '#web/ui/layout/tip.tsx'
import { useLetterKeys } from '#web/ui/browser/use-letter-keys.ts'
import { copyNote } from '../editor/copy-note.ts'
import { noteText } from '../editor/note-text.ts'
import classes from './copying.module.css'

const CopyNoteFields = lazyDialog(() => import('./copy-note-fields.tsx'))

type Props = {
  note: Note
  /** Returns the sections as they are displayed, with unsaved text. */
  shownSections: () => EditedSection[]
  /** Opens a dialog about the saved note, unless there is unsaved text. */
  unlessDirty: (open: () => void) => () => void
}

/**
 * 'Copy Entire Note' copies the displayed text. The button beside it copies the saved note to the fields of another
 * system.
 */
export function CopyButtons({ note, shownSections, unlessDirty }: Props) {
  const isReadOnly = useReadOnly()
  const fields = useDialog()
  const copy = () => void copyNote(noteText({ sections: shownSections(), status: note.status }))
  useLetterKeys({ c: copy }, isLocked(note))
  return (
    <Button.Group>
      <Button variant="default" leftSection={<IconCopy size={17} aria-hidden />} onClick={copy}>
        Copy Entire Note
      </Button>
      {/* Copies field by field are recorded, which is not possible while viewing as another user. */}
      {!isReadOnly && (
        <Tip label="Copy field by field">
          {(onPointerEnter) => (
            <Button
              variant="default"
              className={classes.icon}
              aria-label="Copy field by field"
              onPointerEnter={onPointerEnter}
              onClick={unlessDirty(fields.open)}
            >
              <IconClipboardList size={18} aria-hidden />
            </Button>
          )}
        </Tip>
      )}
      <Suspense>
        {fields.isMounted && (
          <CopyNoteFields opened={fields.isOpen} sessionId={note.sessionId} onClose={fields.close} />
        )}
      </Suspense>
    </Button.Group>
  )
}
