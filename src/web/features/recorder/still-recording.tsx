import { Button, Text } from '@mantine/core'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { formatTimer } from './timer.ts'

type Props = { opened: boolean; elapsedMs: number; onKeepGoing: () => void; onEnd: () => void }

/** Asks whether a long recording should continue. Without an answer, the recording continues. */
export function StillRecording({ opened, elapsedMs, onKeepGoing, onEnd }: Props) {
  return (
    <Dialog opened={opened} onClose={onKeepGoing} title="Still recording?">
      <Text className="num">
        This session has been recorded for {formatTimer(elapsedMs)}. It continues until you end it, for up to four
        hours.
      </Text>
      <DialogButtons>
        <Button variant="default" onClick={onEnd}>
          End Session
        </Button>
        <Button data-autofocus onClick={onKeepGoing}>
          Keep recording
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
