import { Loader, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { Note, NoteType } from '#shared/contract/notes.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { api } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { showSuccess } from '#web/ui/toast.ts'
import { useRedraft } from './use-redraft.ts'
import classes from './notes.module.css'

type Props = {
  opened: boolean
  note: Note
  onNote: (note: Note) => void
  load: () => Promise<Note>
  onClose: () => void
}

/** Every note type with its sections; choosing one drafts the note again. */
export default function ChangeNoteType({ opened, note, onNote, load, onClose }: Props) {
  const [wanted, setWanted] = useState<NoteType | null>(null)
  const redraft = useRedraft({
    fallback: 'Failed to change note type',
    onNote,
    load,
    onDone: (drafted) => {
      onClose()
      showSuccess(`The note is written as ${drafted.noteType} now.`)
    },
  })
  const { typeChangesRemaining } = note
  return (
    <Dialog opened={opened} onClose={onClose} title="Change Note Type" scrollAreaComponent={ScrollArea.Autosize}>
      <Stack gap="sm">
        <Text fz="sm" c="dimmed">
          The note is drafted again from the transcript. What stands now is kept under Versions.{' '}
          {typeChangesRemaining === 1 ? '1 change remains' : `${typeChangesRemaining} changes remain`} for this session.
        </Text>
        <FormError message={redraft.failure} />
        {noteTypes.map((noteType) => {
          const isCurrent = noteType === note.noteType
          const isWorking = redraft.isRunning && noteType === wanted
          return (
            <UnstyledButton
              key={noteType}
              className={classes.type}
              aria-pressed={isCurrent}
              disabled={redraft.isRunning || typeChangesRemaining <= 0}
              onClick={() => {
                if (isCurrent) return onClose()
                setWanted(noteType)
                return void redraft.start(() => api.notes.changeType({ sessionId: note.sessionId, noteType }))
              }}
            >
              <Text span fw={600} display="block">
                {noteType}
                {isCurrent && (
                  <Text span c="dimmed" fw={400}>
                    {' '}
                    (current)
                  </Text>
                )}
                {isWorking && <Loader size={14} ml={8} aria-label="Changing..." />}
              </Text>
              <Text span fz="sm" c="dimmed">
                {sectionsOf[noteType].join(' • ')}
              </Text>
            </UnstyledButton>
          )
        })}
      </Stack>
    </Dialog>
  )
}

const noteTypes = Object.keys(sectionsOf).filter((name): name is NoteType => Object.hasOwn(sectionsOf, name))
