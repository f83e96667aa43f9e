import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Props = {
  opened: boolean
  /** Describes the audio by client and length. */
  what: string
  onClose: () => void
  /** Discards the audio. Returns an error message, or null. */
  onDiscard: () => Promise<string | null>
}

/** Names the audio that is about to be discarded, and asks for confirmation. */
export function DiscardRecording({ opened, what, onClose, onDiscard }: Props) {
  const [isDiscarding, setDiscarding] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => {
    setFailure(null)
    onClose()
  }
  const discard = async () => {
    setDiscarding(true)
    const found = await onDiscard()
    setFailure(found)
    setDiscarding(false)
    if (found === null) onClose()
  }
  return (
    <Dialog opened={opened} isBusy={isDiscarding} onClose={close} title="Discard the recording?">
      <Stack gap="md">
        <Text className="num">{what} will be permanently deleted. It will have no transcript and no note.</Text>
        <FormError message={failure} />
        <DialogButtons>
          <Button variant="default" data-autofocus disabled={isDiscarding} onClick={close}>
            Keep it
          </Button>
          <Button color="ember" loading={isDiscarding} onClick={() => void discard()}>
            Discard
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
