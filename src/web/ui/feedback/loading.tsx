import type { ReactNode } from 'react'
import classes from './loading.module.css'

/** Placeholders of loading content. Screen readers read the label instead. */
export function Loading({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div className={className}>
      <output className={classes.label}>{label}</output>
      <div aria-hidden>{children}</div>
    </div>
  )
}
