import { Button, Text } from '@mantine/core'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  /** The question; null while there is none. */
  text: string | null
  confirmLabel: string
  onConfirm: () => void
  onCancel: () => void
  /** Called after the closing transition. */
  onClosed?: () => void
  /** Id in the stack of dialogs, for a question on top of another dialog. */
  stackId?: string
}

/** A question that must be answered before the user can continue. Closing the dialog changes nothing. */
export function QuestionDialog({ title, text, confirmLabel, onConfirm, onCancel, onClosed, stackId }: Props) {
  return (
    <Dialog
      opened={text !== null}
      onClose={onCancel}
      {...(stackId !== undefined && { stackId })}
      {...(onClosed && { onExitTransitionEnd: onClosed })}
      title={title}
    >
      <Text>{text}</Text>
      <DialogButtons>
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button onClick={onConfirm}>{confirmLabel}</Button>
      </DialogButtons>
    </Dialog>
  )
}
