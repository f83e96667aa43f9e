import { Button, Text } from '@mantine/core'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { lostUnlessSaved } from './leave-recording.tsx'

type Props = { opened: boolean; onStay: () => void; onContinue: () => void }

/** Asks for confirmation before audio that is only in the page is given up. */
export function ContinueWithoutRest({ opened, onStay, onContinue }: Props) {
  return (
    <Dialog opened={opened} onClose={onStay} title="Is the last part saved?">
      <Text>{lostUnlessSaved}</Text>
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={onStay}>
          Stay
        </Button>
        <Button color="ember" onClick={onContinue}>
          Continue
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
