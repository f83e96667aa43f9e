import { ActionIcon } from '@mantine/core'
import { IconCopy, IconPencil } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { Tip } from '#web/ui/layout/tip.tsx'
import { copyNote } from './copy-note.ts'
import classes from '../notes.module.css'

type Props = {
  /** Name of the field. */
  name: string
  text: string
  pencilRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  canEdit: boolean
  isLocked: boolean
  onToggle: () => void
}

/** The copy and edit buttons beside the title of a section. */
export function FieldTools({ name, text, pencilRef, isOpen, canEdit, isLocked, onToggle }: Props) {
  return (
    <div className={classes.tools}>
      <Tip label="Copy">
        {(onPointerEnter) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            className={classes.tool}
            aria-label={`Copy ${name}`}
            onPointerEnter={onPointerEnter}
            onClick={() => void copyNote(text)}
          >
            <IconCopy size={18} aria-hidden />
          </ActionIcon>
        )}
      </Tip>
      {canEdit && (
        <Tip label="Edit">
          {(onPointerEnter) => (
            <ActionIcon
              ref={pencilRef}
              variant="subtle"
              color="gray"
              size={34}
              className={classes.tool}
              aria-label={`Edit ${name}`}
              aria-pressed={isOpen}
              disabled={isLocked}
              onPointerEnter={onPointerEnter}
              onClick={onToggle}
            >
              <IconPencil size={18} aria-hidden />
            </ActionIcon>
          )}
        </Tip>
      )}
    </div>
  )
}
