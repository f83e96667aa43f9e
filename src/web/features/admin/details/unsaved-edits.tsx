import { Button, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

/** Asks before the dialog or the page closes with unsaved edits. */
export function UnsavedEdits({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  return (
    <Dialog
      stackId="unsaved"
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Unsaved changes"
    >
      <Text>Your changes are not saved yet.</Text>
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={() => blocker.reset?.()}>
          Keep editing
        </Button>
        <Button color="ember" onClick={() => blocker.proceed?.()}>
          Discard changes
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
