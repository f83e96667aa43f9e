import { Button, getDefaultZIndex, Text } from '@mantine/core'
import { useState } from 'react'
import { DialogButtons } from './dialog-buttons.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  opened: boolean
  /** Name of what was changed, e.g. `this note`. */
  what: string
  onLeave: () => void
  onClose: () => void
}

export default function UnsavedDialog({ opened, what, onLeave, onClose }: Props) {
  const [isLeaving, setLeaving] = useState(false)
  if (opened && isLeaving) setLeaving(false)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      // The surrounding dialog closes as well, and returns the focus to its own opener.
      returnFocus={!isLeaving}
      title="Unsaved changes"
      // On top of the dialog that leaves the page, such as View as.
      zIndex={getDefaultZIndex('popover')}
    >
      <Text>Your changes to {what} are not saved yet.</Text>
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={onClose}>
          Keep editing
        </Button>
        <Button
          color="ember"
          onClick={() => {
            setLeaving(true)
            onLeave()
          }}
        >
          Discard changes
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
