import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

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
      <Button variant="default" disabled={isSending} onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" disabled={isBlocked} loading={isSending} {...look}>
        {submit}
      </Button>
    </DialogButtons>
  )
}
