import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { FormError } from '#web/ui/form/form-error.tsx'
import { shownClock } from '#web/ui/format/dates.ts'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import type { NoteEdits } from './use-note-edits.ts'
import { allFieldsOf, isWritten, partsWritten } from './worksheet.ts'
import classes from './worksheet-bar.module.css'

type Props = {
  edits: NoteEdits
  timeZone: string
  /** Whether saving is the primary action of the page. */
  isPrimary: boolean
}

/** The progress of a worksheet and its 'Save note' button, always in view. */
export function WorksheetBar({ edits, timeZone, isPrimary }: Props) {
  const fields = allFieldsOf(edits.shown).map((field) => ({
    ...field,
    content: edits.textOf(field.id) ?? field.content,
  }))
  const next = fields.find((field) => !isWritten(field))
  const isSaved = edits.savedAt !== null && !edits.isDirty
  return (
    <section className={classes.bar} data-progress-bar aria-label="Progress of the note">
      <div className={classes.progress}>
        <Strong span size="sm" className="num">
          {partsWritten(fields)}
        </Strong>
        <Hint component="output">
          {isSaved ? `Saved ${shownClock(edits.savedAt ?? '', timeZone)}` : next && `Next: ${next.name}`}
        </Hint>
      </div>
      <Button
        variant={isPrimary ? 'filled' : 'default'}
        leftSection={<IconCheck size={17} aria-hidden />}
        loading={edits.isSaving}
        onClick={() => void edits.save(null)}
      >
        Save note
      </Button>
      <FormError message={edits.failure?.id === null && !edits.conflict ? edits.failure.sentence : null} />
    </section>
  )
}
