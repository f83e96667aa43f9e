import { Card, Group } from '@mantine/core'
import type { PsychotherapyNote } from '#shared/contract/psychotherapy-notes.ts'
import { shownMoment } from '#web/ui/format/dates.ts'
import { RowAction } from '#web/ui/layout/row-actions.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import classes from './psychotherapy-notes.module.css'

type Props = {
  note: PsychotherapyNote
  timeZone: string
  /** False while another note is being written. */
  hasActions: boolean
  onEdit: () => void
  onDelete: () => void
}

/** One psychotherapy note with its times and actions. */
export function NoteCard({ note, timeZone, hasActions, onEdit, onDelete }: Props) {
  const written = shownMoment(note.createdAt, timeZone)
  return (
    <Card component="article" aria-label={`Psychotherapy note of ${written}`}>
      <div className={classes.head}>
        <Hint className="num">
          Written {written}
          {note.version > 1 && `, edited ${shownMoment(note.updatedAt, timeZone)}`}
        </Hint>
        {hasActions && (
          <Group gap="2xs">
            <RowAction aria-label={`Edit note of ${written}`} data-note-edit={note.id} onClick={onEdit}>
              Edit
            </RowAction>
            <RowAction aria-label={`Delete note of ${written}`} onClick={onDelete}>
              Delete
            </RowAction>
          </Group>
        )}
      </div>
      <p className={classes.prose}>{note.text}</p>
    </Card>
  )
}
