import type { ReactNode } from 'react'
import { Brand } from '#web/ui/layout/brand.tsx'
import { StrongAnchor } from '#web/ui/layout/strong-anchor.ts'
import classes from './changelog.module.css'

/** The frame of public pages: the name of the product and a link to the app. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Brand />
        <StrongAnchor href="/" size="sm">
          Open Attend
        </StrongAnchor>
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  )
}
