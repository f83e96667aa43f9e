import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/** A dialog that may be loaded on first use: it opens after it was mounted, so that focus returns to what opened it. */
export function Dialog({ opened, ...props }: ModalProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(opened), [opened])
  return <Modal opened={isOpen} {...props} />
}

/** State of such a dialog. It is mounted from its first opening on. */
export function useDialog() {
  const [state, setState] = useState({ isMounted: false, isOpen: false })
  return {
    ...state,
    open: () => setState({ isMounted: true, isOpen: true }),
    close: () => setState((old) => ({ ...old, isOpen: false })),
  }
}
