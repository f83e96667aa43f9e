import { Button, Text } from '@mantine/core'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Props = { opened: boolean; isSending: boolean; onStay: () => void; onLeave: () => void }

/** Asks before the user leaves. An upload stops when the page is left, processing does not. */
export function LeaveDialog({ opened, isSending, onStay, onLeave }: Props) {
  return (
    <Dialog opened={opened} onClose={onStay} title={isSending ? 'Stop this upload?' : 'Leave this page?'}>
      <Text>
        {isSending
          ? 'The file is still uploading. If you leave now, the upload will be discarded.'
          : 'Processing continues without this page. You will find the session under the client.'}
      </Text>
      <DialogButtons>
        <Button variant="default" onClick={onStay} data-autofocus>
          {isSending ? 'Keep uploading' : 'Stay'}
        </Button>
        <Button color={isSending ? 'ember' : undefined} onClick={onLeave}>
          {isSending ? 'Stop and leave' : 'Leave'}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
