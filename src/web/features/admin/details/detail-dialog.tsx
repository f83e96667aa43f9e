import { Modal } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
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
  // A dialog in a stack forgets who opened it while another one is before it.
  useFocusReturn({ opened: id !== undefined })
  return (
    <Modal.Stack>
      <Dialog
        stackId="details"
        opened={id !== undefined}
        onClose={onClose}
        returnFocus={false}
        onExitTransitionEnd={() => setLast(undefined)}
        title={title}
        size="xl"
      >
        {shown !== undefined && children(shown)}
      </Dialog>
    </Modal.Stack>
  )
}
