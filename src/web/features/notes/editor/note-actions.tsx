import { Button, Menu } from '@mantine/core'
import {
  IconAdjustments,
  IconArrowsExchange,
  IconHistory,
  IconListCheck,
  IconMessages,
  IconPencil,
  IconPrinter,
  type TablerIcon,
} from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import type { Note } from '#shared/contract/notes.ts'
import { CopyButtons } from '../copying/copy-buttons.tsx'
import { reviewLabel } from '../review/review-texts.ts'
import { isToWrite } from './worksheet.ts'
import classes from '../notes.module.css'

export type SessionAction = { label: string; Icon: TablerIcon; isDisabled?: boolean; onClick: () => void }

type Props = {
  note: Note
  canEdit: boolean
  isBusy: boolean
  hasTranscript: boolean
  onChangeType: () => void
  onVersions: () => void
  onTranscript: () => void
  /** Actions on the session, at the end of the menu. */
  sessionActions: readonly SessionAction[]
  onReview: () => void
  /** Edits all sections together. */
  onEditAll: () => void
  /** 'Sign note', shown once nothing is open. */
  sign?: ReactNode
}

/** Actions on the whole note. */
export function NoteActions({
  note,
  canEdit,
  isBusy,
  hasTranscript,
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
  const target = useRef<HTMLButtonElement>(null)
  // A dialog returns focus to its opener, but the menu item is gone by then.
  const fromMenu = (open: () => void) => () => {
    target.current?.focus()
    open()
  }
  return (
    <div className={classes.actions}>
      {hasText && <CopyButtons note={note} />}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button ref={target} variant="default" leftSection={<IconAdjustments size={17} aria-hidden />}>
            Note Preferences
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {canEdit && hasText && !isToWrite(note) && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEditAll}>
              Edit Whole Note
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            Print
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHistory size={16} aria-hidden />}
            disabled={!hasText}
            onClick={fromMenu(onVersions)}
          >
            Versions
          </Menu.Item>
          <Menu.Item
            leftSection={<IconMessages size={16} aria-hidden />}
            disabled={!hasTranscript}
            onClick={fromMenu(onTranscript)}
          >
            Transcript
          </Menu.Item>
          {sessionActions.length > 0 && <Menu.Divider />}
          {sessionActions.map(({ label, Icon, isDisabled, onClick }) => (
            <Menu.Item
              key={label}
              leftSection={<Icon size={16} aria-hidden />}
              disabled={isDisabled}
              onClick={fromMenu(onClick)}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {canEdit && (isWritten || (hasText && hasTranscript)) && (
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={17} aria-hidden />}
          disabled={isUsedUp || isBusy}
          onClick={onChangeType}
        >
          {isUsedUp ? 'Note type change limit reached' : 'Change Note Type'}
        </Button>
      )}
      <div className={classes.main} data-bottom-bar>
        {canEdit && <ReviewButton note={note} isBusy={isBusy} onReview={onReview} />}
        {note.toReview === 0 && sign}
      </div>
    </div>
  )
}

/** Opens the review. It is the primary action while items are open; a worksheet is written first. */
function ReviewButton({ note, isBusy, onReview }: Pick<Props, 'note' | 'isBusy' | 'onReview'>) {
  if (note.version === 0 || isToWrite(note)) return null
  const isOpen = note.toReview > 0
  return (
    <Button
      variant={isOpen ? 'filled' : 'default'}
      leftSection={<IconListCheck size={17} aria-hidden />}
      disabled={isBusy}
      onClick={onReview}
    >
      {isOpen ? reviewLabel(note.toReview) : 'Review'}
    </Button>
  )
}
