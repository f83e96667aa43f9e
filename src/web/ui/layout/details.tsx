import type { ReactNode } from 'react'
import { Muted } from '#web/ui/layout/text.ts'
import classes from './details.module.css'

/** A list of names and values. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className={classes.details}>{children}</dl>
}

/** A name with its value. An empty value is shown as 'Not given'. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  const isEmpty = children === null || children === undefined || children === ''
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isEmpty ? (
          <Muted span inherit>
            Not given
          </Muted>
        ) : (
          children
        )}
      </dd>
    </div>
  )
}
