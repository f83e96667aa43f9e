import { ScrollArea, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NoteType } from '#shared/contract/notes.ts'
import { noteTypeChoices } from '#shared/rules/note-types.ts'
import { api } from '#web/api/client.ts'
import { templateChoicesQuery } from '#web/api/template-choices.ts'
import { readError } from '#web/api/errors.ts'
import { ChoiceList } from '#web/ui/form/choice-list.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { Hint } from '#web/ui/layout/text.ts'

type Props = {
  opened: boolean
  sessionId: string
  defaultType: NoteType
  onChosen: () => void
  /** Called when the dialog is closed without a choice, which keeps the default note type. */
  onClose: () => void
  /** Called after the dialog has disappeared. */
  onClosed: () => void
}

/** Asks for the note type of the session that has just ended. */
export function NoteTypeChoice({ opened, sessionId, defaultType, onChosen, onClose, onClosed }: Props) {
  const [wanted, setWanted] = useState<string | null>(null)
  const templates = useQuery(templateChoicesQuery)
  const [failure, setFailure] = useState<string | null>(null)
  const choose = async (value: string, form: { noteType: NoteType; templateId?: string }) => {
    setWanted(value)
    setFailure(null)
    try {
      await api.notes.chooseType({ sessionId, ...form })
      onChosen()
    } catch (error) {
      setFailure(readError(error, 'Failed to change note type').sentence)
      setWanted(null)
    }
  }
  return (
    <Dialog
      opened={opened}
      isBusy={wanted !== null}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title="Which note type for this session?"
      scrollAreaComponent={ScrollArea.Autosize}
    >
      <Stack gap="sm">
        <Hint>Your recording is being processed. Close this to keep {defaultType}.</Hint>
        <FormError message={failure} />
        <ChoiceList
          choices={noteTypeChoices}
          current={defaultType}
          currentLabel="your default"
          underway={noteTypeChoices.find(({ value }) => value === wanted)?.value ?? null}
          onChoose={(value) => void choose(value, { noteType: value })}
        />
        {templates.data && templates.data.length > 0 && (
          <>
            <Title order={3}>Templates</Title>
            <ChoiceList
              choices={templates.data}
              current={null}
              currentLabel="current"
              underway={wanted}
              onChoose={(templateId) => void choose(templateId, { noteType: defaultType, templateId })}
            />
          </>
        )}
      </Stack>
    </Dialog>
  )
}
