import { Button } from '@mantine/core'
import {
  IconAdjustments,
  IconArrowsExchange,
  IconHistory,
  IconListCheck,
  IconMessages,
  IconPencil,
  IconPrinter,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { EditedSection, Note } from '#shared/contract/notes.ts'
import { LazyMenu } from '#web/ui/dialog/lazy-menu.tsx'
import type { MenuEntry } from '#web/ui/dialog/menu-popup.tsx'
import { CopyButtons } from '../copying/copy-buttons.tsx'
import { reviewLabel } from '../review/review-texts.ts'
import { isToWrite } from './worksheet.ts'
import classes from '../notes.module.css'

type Props = {
  note: Note
  canEdit: boolean
  isBusy: boolean
  /** Whether there are unsaved changes, so that saving them is the primary action. */
  isDirty: boolean
  hasTranscript: boolean
  /** Returns the sections as they are displayed, with unsaved text. */
  shownSections: () => EditedSection[]
  /** Guards an action on the saved note: unsaved text is saved or discarded first. */
  unlessDirty: (action: () => void) => () => void
  /** Like `unlessDirty`, for an action that could also remove an open reply to a comment. */
  unlessEdited: (action: () => void) => () => void
  onChangeType: () => void
  onVersions: () => void
  onTranscript: () => void
  /** Actions on the session, at the end of the menu. */
  sessionActions: readonly MenuEntry[]
  onReview: () => void
  /** Opens all sections for editing. */
  onEditAll: () => void
  /** 'Sign note', shown to the author when no items are open, or 'Add addendum'. */
  sign?: ReactNode
}

/** Actions on the whole note. */
export function NoteActions({
  note,
  canEdit,
  isBusy,
  isDirty,
  hasTranscript,
  shownSections,
  unlessDirty,
  unlessEdited,
  onChangeType,
  onVersions,
  onTranscript,
  sessionActions,
  onReview,
  onEditAll,
  sign,
}: Props) {
  const hasText = note.version > 0
  const isWritten = note.origin === 'written'
  const isUsedUp = note.typeChangesRemaining <= 0 && !isWritten
  return (
    <div className={classes.actions}>
      {hasText && <CopyButtons note={note} shownSections={shownSections} unlessDirty={unlessDirty} />}
      <LazyMenu
        button={{
          variant: 'default',
          leftSection: <IconAdjustments size={17} aria-hidden />,
          children: 'Note Preferences',
        }}
        groups={[
          [
            ...(canEdit && hasText && !isToWrite(note)
              ? [{ label: 'Edit Whole Note', Icon: IconPencil, onClick: unlessEdited(onEditAll) }]
              : []),
            { label: 'Print', Icon: IconPrinter, onClick: () => window.print() },
            { label: 'Versions', Icon: IconHistory, isDisabled: !hasText, onClick: unlessEdited(onVersions) },
            { label: 'Transcript', Icon: IconMessages, isDisabled: !hasTranscript, onClick: onTranscript },
          ],
          sessionActions,
        ]}
      />
      {canEdit && (isWritten || (hasText && hasTranscript)) && (
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={17} aria-hidden />}
          disabled={isUsedUp || isBusy}
          onClick={unlessEdited(onChangeType)}
        >
          {isUsedUp ? 'Note type change limit reached' : 'Change Note Type'}
        </Button>
      )}
      <div className={classes.main} data-bottom-bar>
        {canEdit && <ReviewButton note={note} isBusy={isBusy} isDirty={isDirty} onReview={unlessEdited(onReview)} />}
        {(note.toReview === 0 || !canEdit) && sign}
      </div>
    </div>
  )
}

/**
 * Opens the review. It is the primary action while items are open. Hidden for a worksheet that is not fully written.
 */
function ReviewButton({ note, isBusy, isDirty, onReview }: Pick<Props, 'note' | 'isBusy' | 'isDirty' | 'onReview'>) {
  if (note.version === 0 || isToWrite(note)) return null
  const isOpen = note.toReview > 0
  return (
    <Button
      variant={isOpen && !isDirty ? 'filled' : 'default'}
      leftSection={<IconListCheck size={17} aria-hidden />}
      disabled={isBusy}
      onClick={onReview}
    >
      {isOpen ? reviewLabel(note.toReview) : 'Review'}
    </Button>
  )
}
