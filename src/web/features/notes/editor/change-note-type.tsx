import { ScrollArea, Stack } from '@mantine/core'
import { useState } from 'react'
import type { NoteType } from '#shared/contract/notes.ts'
import { noteTypeChoices } from '#shared/rules/note-types.ts'
import { api } from '#web/api/client.ts'
import { ChoiceList } from '#web/ui/form/choice-list.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { type RedraftDialogProps, useRedraft } from './use-redraft.ts'

/** All note types with their sections; selecting one redrafts the note. */
export default function ChangeNoteType({ opened, note, onNote, load, onClose }: RedraftDialogProps) {
  const [wanted, setWanted] = useState<NoteType | null>(null)
  const redraft = useRedraft({
    fallback: 'Failed to change note type',
    onNote,
    load,
    onDone: (drafted) => {
      onClose()
      showSuccess(`Note changed to ${drafted.noteType}.`)
    },
  })
  const { typeChangesRemaining } = note
  return (
    <Dialog opened={opened} onClose={onClose} title="Change Note Type" scrollAreaComponent={ScrollArea.Autosize}>
      <Stack gap="sm">
        <Hint>
          The note will be redrafted from the transcript. The current text stays available under Versions.{' '}
          {typeChangesRemaining === 1 ? '1 change remains' : `${typeChangesRemaining} changes remain`} for this session.
        </Hint>
        <FormError message={redraft.failure} />
        <ChoiceList
          choices={noteTypeChoices}
          current={note.noteType}
          currentLabel="current"
          underway={redraft.isRunning ? wanted : null}
          isDisabled={typeChangesRemaining <= 0}
          onChoose={(noteType) => {
            if (noteType === note.noteType) return onClose()
            setWanted(noteType)
            return void redraft.start(() => api.notes.changeType({ sessionId: note.sessionId, noteType }))
          }}
        />
      </Stack>
    </Dialog>
  )
}
