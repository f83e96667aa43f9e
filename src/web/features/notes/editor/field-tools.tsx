import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCopy, IconPencil } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { copyNote } from './copy-note.ts'
import classes from '../notes.module.css'

type Props = {
  /** The field's name. */
  name: string
  text: string
  pencilRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  canEdit: boolean
  isLocked: boolean
  onToggle: () => void
}

/** Copy and edit, beside the title of a section. */
export function FieldTools({ name, text, pencilRef, isOpen, canEdit, isLocked, onToggle }: Props) {
  return (
    <div className={classes.tools}>
      <Tooltip label="Copy">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={`Copy ${name}`}
          onClick={() => void copyNote(text)}
        >
          <IconCopy size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {canEdit && (
        <Tooltip label="Edit">
          <ActionIcon
            ref={pencilRef}
            variant="subtle"
            color="gray"
            size={34}
            aria-label={`Edit ${name}`}
            aria-pressed={isOpen}
            disabled={isLocked}
            onClick={onToggle}
          >
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}
