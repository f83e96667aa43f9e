import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './details.module.css'

/** A part of the details, with its heading. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={3} id={id}>
        {title}
      </Title>
      {children}
    </section>
  )
}
