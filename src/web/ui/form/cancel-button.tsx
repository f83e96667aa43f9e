import { Button } from '@mantine/core'
import { type ReactNode, use } from 'react'
import { closeAfterQuestion, UnsavedInputContext } from '#web/identity/unsaved-input.tsx'

type Props = { children?: ReactNode; isDisabled?: boolean; onCancel: () => void }

/** The button 'Cancel' of a form. In a dialog it asks first if unsaved input would be lost. */
export function CancelButton({ children = 'Cancel', isDisabled = false, onCancel }: Props) {
  const { unsaved } = use(UnsavedInputContext)
  return (
    <Button variant="default" disabled={isDisabled} onClick={() => closeAfterQuestion(unsaved, onCancel)}>
      {children}
    </Button>
  )
}
