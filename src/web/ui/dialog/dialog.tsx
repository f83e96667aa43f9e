import { Modal, type ModalProps } from '@mantine/core'
import { useFocusReturn, useMounted } from '@mantine/hooks'
import { useEffect } from 'react'
import { closeAfterQuestion, UnsavedInputContext, useUnsavedInput } from '#web/identity/unsaved-input.tsx'
import { SignedOutNotice } from '../feedback/signed-out-notice.tsx'
import classes from './dialog.module.css'

const sheet = { inner: classes.sheetInner, content: classes.sheet }

type Props = ModalProps & {
  /** Whether a request is running whose result the dialog shows. Until then, the dialog cannot be closed. */
  isBusy?: boolean
  /** Whether the dialog is a sheet on phones: it opens from below, and its buttons stay in view. */
  isSheet?: boolean
}

/**
 * A dialog that may load lazily. It opens after mounting, so that the focus returns to its opener. With unsaved input,
 * a click outside does not close it; Escape and its buttons ask first if the input would be lost.
 */
export function Dialog({
  opened,
  onClose,
  isBusy = false,
  isSheet = false,
  returnFocus = true,
  children,
  ...props
}: Props) {
  const isMounted = useMounted()
  const reported = useUnsavedInput()
  const { unsaved } = reported
  const isOpen = opened && isMounted
  // The modal's own focus return does not work in a Modal.Stack, because a closed dialog has already left the stack.
  useFocusReturn({ opened: isOpen, shouldReturnFocus: returnFocus })
  const isOnTop = props.stackId !== undefined && returnFocus
  useEffect(() => {
    if (isOpen && isOnTop) focusOnceUncovered(document.activeElement)
  }, [isOpen, isOnTop])
  return (
    <Modal
      opened={isOpen}
      returnFocus={false}
      // In a stack, Escape is handled here also while the question is open.
      onClose={isBusy || unsaved?.isAsking ? stay : () => closeAfterQuestion(unsaved, onClose)}
      closeOnClickOutside={unsaved === null}
      closeOnEscape={unsaved?.isAsking !== true}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isBusy }}
      // Read by app/keep-focus.ts.
      data-closing={isOpen ? undefined : true}
      {...(isSheet && { classNames: sheet, 'data-sheet': true })}
      {...props}
    >
      {unsaved !== null && <SignedOutNotice isInDialog />}
      <UnsavedInputContext value={reported}>{children}</UnsavedInputContext>
    </Modal>
  )
}

function stay(): void {}

/**
 * Selects the control that takes the focus when the dialog above it closes. A covered dialog then traps the focus again,
 * and begins at the control with this attribute.
 */
export function focusOnceUncovered(control: Element | null): void {
  const covered = control?.closest('[role="dialog"]')
  if (!control || !covered) return
  for (const former of covered.querySelectorAll('[data-autofocus]')) former.removeAttribute('data-autofocus')
  control.setAttribute('data-autofocus', 'true')
}
