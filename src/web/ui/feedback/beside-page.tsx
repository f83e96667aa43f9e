import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import classes from './beside-page.module.css'

type Props = { color: string; role: 'alert' | 'status'; onClose: () => void; children: ReactNode }

/**
 * A message over a corner of the page, which stays as it is. Needs no file that loads later. In the top bar, which is a
 * box of its own for fixed elements, the message would be cut off.
 */
export function BesidePage(props: Props) {
  return createPortal(
    <Alert className={classes.beside} withCloseButton closeButtonLabel="Dismiss" {...props} />,
    document.body,
  )
}
