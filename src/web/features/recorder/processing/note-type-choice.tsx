import { ScrollArea, Stack } from '@mantine/core'
import { useState } from 'react'
import type { NoteType } from '#shared/contract/notes.ts'
import { noteTypeChoices } from '#shared/rules/note-types.ts'
import { api } from '#web/api/client.ts'
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
  /** Called when closed without a choice, which keeps the default. */
  onClose: () => void
  /** It is off the screen. */
  onClosed: () => void
}

/** In which note type the note of the session that just ended is drafted. */
export function NoteTypeChoice({ opened, sessionId, defaultType, onChosen, onClose, onClosed }: Props) {
  const [wanted, setWanted] = useState<NoteType | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const choose = async (noteType: NoteType) => {
    setWanted(noteType)
    setFailure(null)
    try {
      await api.notes.chooseType({ sessionId, noteType })
      onChosen()
    } catch (error) {
      setFailure(readError(error, 'Failed to change note type').sentence)
      setWanted(null)
    }
  }
  return (
    <Dialog
      opened={opened}
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
          underway={wanted}
          onChoose={(value) => void choose(value)}
        />
      </Stack>
    </Dialog>
  )
}
