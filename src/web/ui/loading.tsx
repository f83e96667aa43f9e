import type { ReactNode } from 'react'
import classes from './loading.module.css'

/** Skeletons in the place of what is coming. Screen readers hear the label instead. */
export function Loading({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div className={className}>
      <output className={classes.label}>{label}</output>
      <div aria-hidden>{children}</div>
    </div>
  )
}
