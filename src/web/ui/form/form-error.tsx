import type { ReactNode } from 'react'
import { FormAlert } from '#web/ui/feedback/alerts.ts'
import classes from './form-error.module.css'

/** The error of a form, which screen readers announce. It scrolls into view. `children` explain what to do. */
export function FormError({ message, children }: { message: string | null; children?: ReactNode }) {
  if (message === null) return null
  return (
    <FormAlert
      key={message}
      ref={scrollIntoView}
      className={classes.error}
      role="alert"
      color="ember"
      title={children ? message : undefined}
    >
      {children || message}
    </FormAlert>
  )
}

function scrollIntoView(alert: HTMLElement | null): void {
  alert?.scrollIntoView({ block: 'nearest' })
}
