import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { DiscardButtons } from '#web/ui/form/discard-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { Strong } from '#web/ui/layout/text.ts'
import type { NoteEdits } from './use-note-edits.ts'
import classes from './worksheet-bar.module.css'

/** 'Save note' and 'Cancel' while the whole note is edited, always in view. Discarding changes needs a confirmation. */
export function WholeNoteBar({ edits }: { edits: NoteEdits }) {
  const [isAsking, setAsking] = useState(false)
  const cancel = () => (edits.isDirty ? setAsking(true) : edits.discard())
  return (
    <section className={classes.bar} aria-label="Editing the whole note">
      <div className={classes.progress}>
        <Strong span size="sm">
          Editing the whole note
        </Strong>
      </div>
      {isAsking && edits.isDirty ? (
        <DiscardButtons onKeep={() => setAsking(false)} onDiscard={edits.discard} />
      ) : (
        <>
          <Button variant="default" disabled={edits.isSaving} onClick={cancel}>
            Cancel
          </Button>
          <Button
            leftSection={<IconCheck size={17} aria-hidden />}
            loading={edits.isSaving}
            onClick={() => void edits.save(null)}
          >
            Save note
          </Button>
        </>
      )}
      <FormError message={edits.failure?.id === null && !edits.conflict ? edits.failure.sentence : null} />
    </section>
  )
}
