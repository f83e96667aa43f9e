import { ScrollArea, Stack, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NoteType } from '#shared/contract/notes.ts'
import { noteTypeChoices } from '#shared/rules/note-types.ts'
import { api, query } from '#web/api/client.ts'
import { templateChoicesQuery } from '#web/api/template-choices.ts'
import { ChoiceList } from '#web/ui/form/choice-list.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { type RedraftDialogProps, useRedraft } from './use-redraft.ts'

/** All note types and published templates. Selecting one redrafts the note; a written note keeps its text. */
export default function ChangeNoteType({ opened, note, onNote, load, onClose }: RedraftDialogProps) {
  const [wanted, setWanted] = useState<string | null>(null)
  const cache = useQueryClient()
  const templates = useQuery(templateChoicesQuery)
  const redraft = useRedraft({
    fallback: 'Failed to change note type',
    onNote,
    load,
    onDone: (drafted) => {
      onClose()
      showSuccess(`Note changed to ${drafted.template?.name ?? drafted.noteType}.`)
    },
  })
  const { sessionId, typeChangesRemaining } = note
  const change = (value: string, form: { noteType: NoteType; templateId?: string }) => {
    setWanted(value)
    void redraft.start(async () => {
      try {
        return await api.notes.changeType({ sessionId, ...form })
      } catch (error) {
        // The template may have been retired or deleted.
        void cache.invalidateQueries({ queryKey: query.templates.key() })
        throw error
      }
    })
  }
  const isWritten = note.origin === 'written'
  const isUsedUp = typeChangesRemaining <= 0 && !isWritten
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={redraft.clearFailure}
      title="Change Note Type"
      scrollAreaComponent={ScrollArea.Autosize}
    >
      <Stack gap="sm">
        {isWritten ? (
          <Hint>Sections of the same name keep their text. Other text moves to the section ‘Not placed’.</Hint>
        ) : (
          <Hint>
            The note will be redrafted from the transcript. Sentences that you wrote stay in sections of the same name;
            others move to the section ‘Not placed’. The current text stays available under Versions.{' '}
            {typeChangesRemaining === 1 ? '1 change remains' : `${typeChangesRemaining} changes remain`} for this
            session.
          </Hint>
        )}
        <FormError message={redraft.failure} />
        <ChoiceList
          choices={noteTypeChoices}
          current={note.template ? null : note.noteType}
          currentLabel="current"
          underway={redraft.isRunning ? typeOf(wanted) : null}
          isDisabled={isUsedUp}
          onChoose={(noteType) => {
            if (noteType === note.noteType && !note.template) return onClose()
            return change(noteType, { noteType })
          }}
        />
        {templates.data && templates.data.length > 0 && (
          <>
            <Title order={3}>Templates</Title>
            <ChoiceList
              choices={templates.data}
              current={note.template?.id ?? null}
              currentLabel="current"
              underway={redraft.isRunning ? wanted : null}
              isDisabled={isUsedUp}
              onChoose={(templateId) => change(templateId, { noteType: note.noteType, templateId })}
            />
          </>
        )}
      </Stack>
    </Dialog>
  )
}

/** Returns the value if it is a note type, or null if it is a template. */
function typeOf(value: string | null): NoteType | null {
  return noteTypeChoices.find((choice) => choice.value === value)?.value ?? null
}
