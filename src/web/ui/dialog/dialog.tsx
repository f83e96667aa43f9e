import { Modal, type ModalProps } from '@mantine/core'
import { useFocusReturn, useMounted } from '@mantine/hooks'
import { useState } from 'react'
import { SignedOutNotice } from '../feedback/signed-out-notice.tsx'
import { UnsavedInputContext } from '#web/identity/unsaved-input.tsx'
import classes from './dialog.module.css'

const sheet = { inner: classes.sheetInner, content: classes.sheet }

type Props = ModalProps & {
  /** A request is running whose result is shown here: the dialog stays open. */
  isBusy?: boolean
  /** On phones, the dialog rises from below and its buttons stay in view. */
  isSheet?: boolean
  /** The input takes minutes: Escape does not close the dialog while it is unsaved. */
  isLongForm?: boolean
}

/**
 * A dialog that may load lazily: it opens after mounting, so that focus returns to its opener. With unsaved input, only
 * its buttons or Escape close it, not a click outside.
 */
export function Dialog({
  opened,
  onClose,
  isBusy = false,
  isSheet = false,
  isLongForm = false,
  returnFocus = true,
  children,
  ...props
}: Props) {
  const isMounted = useMounted()
  const [isUnsaved, setUnsaved] = useState(false)
  const isOpen = opened && isMounted
  // The modal's own focus return does not work in a ModalStack: a closed dialog has left the stack by then.
  useFocusReturn({ opened: isOpen, shouldReturnFocus: returnFocus })
  return (
    <Modal
      opened={isOpen}
      returnFocus={false}
      onClose={isBusy ? stay : onClose}
      closeOnClickOutside={!isUnsaved}
      closeOnEscape={!(isLongForm && isUnsaved)}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isBusy }}
      // For app/keep-focus.ts.
      data-closing={isOpen ? undefined : true}
      {...(isSheet && { classNames: sheet, 'data-sheet': true })}
      {...props}
    >
      {isUnsaved && <SignedOutNotice isInDialog />}
      <UnsavedInputContext value={setUnsaved}>{children}</UnsavedInputContext>
    </Modal>
  )
}

function stay(): void {}
