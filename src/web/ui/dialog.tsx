import { Modal, type ModalProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useState } from 'react'
import { SignedOutNotice } from './signed-out-notice.tsx'
import { UnsavedInputContext } from '#web/identity/unsaved-input.tsx'

type Props = ModalProps & {
  /** A call is under way whose outcome is told in here: it stays open until then. */
  isBusy?: boolean
}

/**
 * A dialog that may be loaded on first use: it opens after it was mounted, so that focus returns to what opened it. With
 * unsaved input in it, it is closed by its buttons or Escape, not by a click that misses it.
 */
export function Dialog({ opened, onClose, isBusy = false, children, ...props }: Props) {
  const isMounted = useMounted()
  const [isUnsaved, setUnsaved] = useState(false)
  return (
    <Modal
      opened={opened && isMounted}
      onClose={isBusy ? stay : onClose}
      closeOnClickOutside={!isUnsaved}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isBusy }}
      {...props}
    >
      {isUnsaved && <SignedOutNotice isInDialog />}
      <UnsavedInputContext value={setUnsaved}>{children}</UnsavedInputContext>
    </Modal>
  )
}

function stay(): void {}
