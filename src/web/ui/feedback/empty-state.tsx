import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Muted } from '#web/ui/layout/text.ts'
import classes from './empty-state.module.css'

type Props = { title: string; children: ReactNode; action?: ReactNode }

/** Explains an empty state and offers the next action. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className={classes.empty}>
      <Title order={2}>{title}</Title>
      <Muted maw="56ch">{children}</Muted>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  )
}
