import type { ComponentProps } from 'react'
import classes from './banner.module.css'

type Props = ComponentProps<'div'> & {
  /** Whether the banner stays at the top while scrolling. */
  isSticky?: boolean
  isInDialog?: boolean
  /** Whether the banner is also printed. */
  isPrinted?: boolean
}

/** A banner above a page or in a dialog, with optional actions. */
export function Banner({ isSticky, isInDialog, isPrinted, className = '', ...props }: Props) {
  return (
    <div
      className={`${classes.banner} ${className}`}
      data-is-sticky={isSticky || undefined}
      data-is-in-dialog={isInDialog || undefined}
      data-is-printed={isPrinted || undefined}
      {...props}
    />
  )
}
