import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from '#web/ui/layout/brand.tsx'
import classes from './changelog.module.css'

/** The frame of public pages: product name and link to the app. */
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
