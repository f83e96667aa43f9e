import { Button, Menu } from '@mantine/core'
import {
  IconAdjustments,
  IconArrowsExchange,
  IconCopy,
  IconHistory,
  IconMessages,
  IconPrinter,
} from '@tabler/icons-react'
import { useRef } from 'react'
import type { Note } from '#shared/contract/notes.ts'
import { copyNote } from './copy-note.ts'
import { noteText } from './note-text.ts'
import classes from '../notes.module.css'

type Props = {
  note: Note
  canEdit: boolean
  isBusy: boolean
  hasTranscript: boolean
  onChangeType: () => void
  onVersions: () => void
  onTranscript: () => void
}

/** Actions on the whole note. */
export function NoteActions({ note, canEdit, isBusy, hasTranscript, onChangeType, onVersions, onTranscript }: Props) {
  const hasText = note.version > 0
  const isUsedUp = note.typeChangesRemaining <= 0
  const target = useRef<HTMLButtonElement>(null)
  // A dialog returns focus to its opener, but the menu item is gone by then.
  const fromMenu = (open: () => void) => () => {
    target.current?.focus()
    open()
  }
  return (
    <div className={classes.actions}>
      {hasText && (
        <Button
          variant="default"
          leftSection={<IconCopy size={17} aria-hidden />}
          onClick={() => void copyNote(noteText(note.sections))}
        >
          Copy Entire Note
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button ref={target} variant="default" leftSection={<IconAdjustments size={17} aria-hidden />}>
            Note Preferences
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
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
        </Menu.Dropdown>
      </Menu>
      {canEdit && hasText && (
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={17} aria-hidden />}
          disabled={isUsedUp || isBusy}
          onClick={onChangeType}
        >
          {isUsedUp ? 'Note type change limit reached' : 'Change Note Type'}
        </Button>
      )}
    </div>
  )
}
