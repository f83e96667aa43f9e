import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'

type Props = {
  /** What is shown; undefined while the dialog is closed. */
  id: string | undefined
  title: string
  onClose: () => void
  children: (id: string) => ReactNode
}

/** The dialog of a row. Others may open before it: Escape and the focus belong to the foremost. */
export function DetailDialog({ id, title, onClose, children }: Props) {
  // What is shown stays until the dialog has gone.
  const [last, setLast] = useState(id)
  if (id !== undefined && id !== last) setLast(id)
  const shown = id ?? last
  return (
    <Modal.Stack>
      <Dialog
        stackId="details"
        opened={id !== undefined}
        onClose={onClose}
        onExitTransitionEnd={() => setLast(undefined)}
        title={title}
        size="xl"
      >
        {shown !== undefined && children(shown)}
      </Dialog>
    </Modal.Stack>
  )
}
