import { Button, Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './row-actions.module.css'

/** The actions of a row, at the end of a list or table row. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}

/** A button of a row. Its `aria-label` also names the row. */
export const RowAction = Button.withProps({ variant: 'default', size: 'xs' })

/** The header of the table column that contains row actions. */
export function ActionsHeader() {
  return (
    <Table.Th>
      <VisuallyHidden>Actions</VisuallyHidden>
    </Table.Th>
  )
}
