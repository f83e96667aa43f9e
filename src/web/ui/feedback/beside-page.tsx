import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './beside-page.module.css'

type Props = { color: string; role: 'alert' | 'status'; onClose: () => void; children: ReactNode }

/** A message over a corner of the page, which stays as it is. Needs no file that loads later. */
export function BesidePage(props: Props) {
  return <Alert className={classes.beside} withCloseButton closeButtonLabel="Dismiss" {...props} />
}
