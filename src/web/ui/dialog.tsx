import { Modal, type ModalProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'

type Props = ModalProps & {
  /** A call is under way whose outcome is told in here: it stays open until then. */
  isBusy?: boolean
}

/** A dialog that may be loaded on first use: it opens after it was mounted, so that focus returns to what opened it. */
export function Dialog({ opened, onClose, isBusy = false, ...props }: Props) {
  const isMounted = useMounted()
  return (
    <Modal
      opened={opened && isMounted}
      onClose={isBusy ? stay : onClose}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isBusy }}
      {...props}
    />
  )
}

function stay(): void {}
