import { Button } from '@mantine/core'
import { isSecondPress } from '../browser/second-press.ts'
import { DialogButtons } from './dialog-buttons.tsx'

type Props = {
  /** A verb, such as 'Remove'. */
  action: string
  /** True once the server has named what the removal would lose, and the user has to confirm it. */
  isAsked: boolean
  isPending: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** The buttons of a removal dialog. The removal may have to be confirmed a second time. */
export function RemovalButtons({ action, isAsked, isPending, onCancel, onConfirm }: Props) {
  return (
    <DialogButtons>
      <Button variant="default" data-autofocus disabled={isPending} onClick={onCancel}>
        Cancel
      </Button>
      <Button
        color="ember"
        loading={isPending}
        onClick={(press) => {
          if (!isAsked || !isSecondPress(press)) onConfirm()
        }}
      >
        {isAsked ? `${action} anyway` : action}
      </Button>
    </DialogButtons>
  )
}
