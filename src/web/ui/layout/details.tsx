import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
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
          <Text span c="dimmed" inherit>
            Not given
          </Text>
        ) : (
          children
        )}
      </dd>
    </div>
  )
}
