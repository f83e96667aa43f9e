import type { ReactNode } from 'react'
import { Muted } from '#web/ui/layout/text.ts'
import classes from './details.module.css'

/** A list of names and values. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className={classes.details}>{children}</dl>
}

/** One name and value; an empty value shows 'Not given'. */
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
