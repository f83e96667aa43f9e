import { Button, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { api } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { CancelButton } from '#web/ui/form/cancel-button.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { UnsavedInput } from '#web/identity/unsaved-input.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { type RedraftDialogProps, useRedraft } from './use-redraft.ts'

/** The dialog that redrafts the note following the therapist's instructions. */
export default function EnhanceNote({ opened, note, onNote, load, onClose }: RedraftDialogProps) {
  const [instructions, setInstructions] = useState('')
  const redraft = useRedraft({
    fallback: 'Failed to save enhanced note.',
    onNote,
    load,
    onDone: () => {
      setInstructions('')
      onClose()
      showSuccess('Note enhanced.')
    },
  })
  const { enhancementsRemaining } = note
  const isWritten = instructions.trim() !== ''
  return (
    <Dialog opened={opened} onClose={onClose} onExitTransitionEnd={redraft.clearFailure} title="Enhance Note with AI">
      <Stack gap="sm">
        <UnsavedGuard
          isDirty={isWritten && !redraft.isRunning}
          what="these instructions"
          onDiscard={() => setInstructions('')}
        />
        <UnsavedInput isDirty={isWritten && redraft.isRunning} />
        <Hint>
          The note will be redrafted following your instructions, and every sentence checked against the transcript. The
          current text stays available under Versions.{' '}
          {enhancementsRemaining === 1 ? '1 enhancement remains' : `${enhancementsRemaining} enhancements remain`} for
          this session.
        </Hint>
        {note.drafter === 'extractive' && (
          <Hint>
            Excerpts are word for word. Instructions can make them shorter or longer, or choose and leave out topics,
            for instance 'shorter' or 'focus on sleep'. Others need a language model; they are rejected and do not
            count.
          </Hint>
        )}
        <Textarea
          label="Instructions"
          data-autofocus
          autosize
          minRows={4}
          maxRows={12}
          maxLength={4000}
          disabled={redraft.isRunning}
          value={instructions}
          onChange={(event) => setInstructions(event.currentTarget.value)}
        />
        <FormError message={redraft.failure} />
        <DialogButtons>
          <CancelButton onCancel={onClose} />
          <Button
            disabled={!isWritten || redraft.isRunning}
            onClick={() =>
              void redraft.start(() =>
                api.notes.enhance({ sessionId: note.sessionId, instructions: instructions.trim() }),
              )
            }
          >
            {redraft.isRunning ? 'Enhancing...' : 'Enhance Note'}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
