import type { ComponentProps } from 'react'
import classes from './banner.module.css'

type Props = ComponentProps<'div'> & {
  /** It stays in sight while the page is scrolled. */
  isSticky?: boolean
  isInDialog?: boolean
  /** It says what holds on paper, too. */
  isPrinted?: boolean
}

/** A line over a page, or in a dialog, that says what holds for all of it, with what can be done about it. */
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
