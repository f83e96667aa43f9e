import { Button, Text } from '@mantine/core'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Props = { opened: boolean; elapsedMs: number; onStay: () => void; onEnd: () => void; onDiscard: () => void }

/** Asks for confirmation before a very short session ends, because it may be a mistake. */
export function EndEarly({ opened, elapsedMs, onStay, onEnd, onDiscard }: Props) {
  return (
    <Dialog opened={opened} onClose={onStay} title="End session now?">
      <Text className="num">Only {recordedText(elapsedMs)} recorded, which may be too little for a note.</Text>
      <DialogButtons>
        <Button variant="subtle" color="ember" onClick={onDiscard}>
          Discard recording
        </Button>
        <Button variant="default" data-autofocus onClick={onStay}>
          Keep recording
        </Button>
        <Button onClick={onEnd}>End Session</Button>
      </DialogButtons>
    </Dialog>
  )
}

function recordedText(elapsedMs: number): string {
  const seconds = Math.floor(elapsedMs / 1000)
  return seconds === 1 ? '1 second was' : `${seconds} seconds were`
}
