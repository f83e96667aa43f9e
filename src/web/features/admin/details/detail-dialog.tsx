import { Modal } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

type Props = {
  /** The id of the shown record; undefined while the dialog is closed. */
  id: string | undefined
  title: string
  onClose: () => void
  children: (id: string) => ReactNode
}

/** The dialog with the details of a row. Other dialogs may open on top; the topmost one gets Escape and the focus. */
export function DetailDialog({ id, title, onClose, children }: Props) {
  // The content remains while the dialog closes.
  const [last, setLast] = useState(id)
  if (id !== undefined && id !== last) setLast(id)
  const shown = id ?? last
  // A dialog in a Modal.Stack loses track of its opener while another dialog covers it.
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
