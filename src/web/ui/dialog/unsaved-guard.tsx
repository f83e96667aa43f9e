import { Button, getDefaultZIndex, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from './dialog.tsx'
import { useLeaveGuard } from '#web/identity/leave-guard.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Props = {
  isDirty: boolean
  /** The changed thing, e.g. `this note`. */
  what: string
  /** The search of the URL names the changed thing, so that another search leaves it. */
  hasSearch?: boolean
  onDiscard: () => void
}

/** Confirms leaving or closing a page with unsaved changes, also by signing out. */
export function UnsavedGuard({ isDirty, what, hasSearch = false, onDiscard }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && (current.pathname !== next.pathname || (hasSearch && isOther(current.search, next.search))),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  const [answer, setAnswer] = useState<((mayLeave: boolean) => void) | null>(null)
  useLeaveGuard(isDirty, () => new Promise<boolean>((resolve) => setAnswer(() => resolve)))

  const stay = () => {
    answer?.(false)
    setAnswer(null)
    blocker.reset?.()
  }
  const leave = () => {
    // After discarding, the browser does not ask again.
    if (answer) onDiscard()
    answer?.(true)
    setAnswer(null)
    blocker.proceed?.()
  }
  return (
    <Dialog
      opened={answer !== null || blocker.status === 'blocked'}
      onClose={stay}
      title="Unsaved changes"
      // Above the dialog that ends the visit, such as View as.
      zIndex={getDefaultZIndex('popover')}
    >
      <Text>Your changes to {what} are not saved yet.</Text>
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={stay}>
          Keep editing
        </Button>
        <Button color="ember" onClick={leave}>
          Discard changes
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

const isOther = (one: object, other: object) => JSON.stringify(one) !== JSON.stringify(other)
