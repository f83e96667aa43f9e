import { Button, Text } from '@mantine/core'
import { mediaTime } from '#shared/rules/media-time.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Props = {
  opened: boolean
  /** Recorded time that the server does not accept. */
  missingMs: number
  onClose: () => void
  onEnd: () => void
}

/** Asks whether to end a session although the server does not accept the rest of its audio. */
export function EndWithoutRest({ opened, missingMs, onClose, onEnd }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="End without the last part?">
      <Text className="num">
        {mediaTime(missingMs / 1000)} of audio in this browser could not be uploaded, because the server accepts no more
        of this session. It will be missing from the transcript and the note. You can save it as a file afterwards.
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
