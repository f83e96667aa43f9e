import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from '#web/ui/brand.tsx'
import classes from './changelog.module.css'

/** What stands around a page that people read without signing in: the product's name and the way into it. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Brand />
        <Anchor href="/" fz="sm" fw={600}>
          Open Attend
        </Anchor>
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  )
}
