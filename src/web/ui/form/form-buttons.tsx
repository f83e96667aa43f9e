import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { CancelButton } from './cancel-button.tsx'

type Props = Pick<ButtonProps, 'color' | 'leftSection'> & {
  submit: ReactNode
  cancel?: string
  isSending: boolean
  /** True while the form cannot be submitted. */
  isBlocked?: boolean
  onCancel: () => void
}

/** The button row of a form in a dialog. */
export function FormButtons({ submit, cancel = 'Cancel', isSending, isBlocked = false, onCancel, ...look }: Props) {
  return (
    <DialogButtons>
      <CancelButton isDisabled={isSending} onCancel={onCancel}>
        {cancel}
      </CancelButton>
      <Button type="submit" disabled={isBlocked} loading={isSending} {...look}>
        {submit}
      </Button>
    </DialogButtons>
  )
}
