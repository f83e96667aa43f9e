import type { ComponentProps } from 'react'
import classes from './banner.module.css'

type Props = ComponentProps<'div'> & {
  /** Sticks to the top while scrolling. */
  isSticky?: boolean
  isInDialog?: boolean
  /** Also shown in print. */
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
