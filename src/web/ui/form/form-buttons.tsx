import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { isSecondPress } from '#web/ui/browser/second-press.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { CancelButton } from './cancel-button.tsx'

type Props = Pick<ButtonProps, 'color' | 'leftSection'> & {
  submit: ReactNode
  cancel?: string
  isSending: boolean
  /** True while submitting confirms a question that an earlier submission raised. */
  isQuestion?: boolean
  /** True while the form cannot be submitted. */
  isBlocked?: boolean
  onCancel: () => void
}

/** The button row of a form in a dialog. */
export function FormButtons(props: Props) {
  const { submit, cancel = 'Cancel', isSending, isQuestion = false, isBlocked = false, onCancel, ...look } = props
  return (
    <DialogButtons>
      <CancelButton isDisabled={isSending} onCancel={onCancel}>
        {cancel}
      </CancelButton>
      <Button
        type="submit"
        disabled={isBlocked}
        loading={isSending}
        onClick={(press) => isQuestion && isSecondPress(press) && press.preventDefault()}
        {...look}
      >
        {submit}
      </Button>
    </DialogButtons>
  )
}
