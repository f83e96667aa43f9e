import { Button, Text } from '@mantine/core'
import { mediaTime } from '#shared/rules/media-time.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Props = {
  /** Recorded time that the server does not accept; null if there is nothing to ask. */
  missingMs: number | null
  onClose: () => void
  onEnd: () => void
}

/** Asks whether to end a session although the server does not accept the rest of its audio. */
export function EndWithoutRest({ missingMs, onClose, onEnd }: Props) {
  return (
    <Dialog opened={missingMs !== null} onClose={onClose} title="End without the last part?">
      <Text className="num">
        {mediaTime((missingMs ?? 0) / 1000)} of audio in this browser could not be uploaded, because the server accepts
        no more of this session. It will be missing from the transcript and the note. You can save it as a file
        afterwards.
      </Text>
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button color="ember" onClick={onEnd}>
          End Session
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
