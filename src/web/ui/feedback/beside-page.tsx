import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import classes from './beside-page.module.css'

type Props = { color: string; role: 'alert' | 'status'; onClose: () => void; children: ReactNode }

/**
 * A message over a corner of the page, which does not change. It loads no other file. It is rendered in the body,
 * because the top bar is a containing block for fixed elements and would cut it off.
 */
export function BesidePage(props: Props) {
  return createPortal(
    <Alert className={classes.beside} withCloseButton closeButtonLabel="Dismiss" {...props} />,
    document.body,
  )
}
