import { Modal, type ModalProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'

/** A dialog that may be loaded on first use: it opens after it was mounted, so that focus returns to what opened it. */
export function Dialog({ opened, ...props }: ModalProps) {
  const isMounted = useMounted()
  return <Modal opened={opened && isMounted} {...props} />
}
