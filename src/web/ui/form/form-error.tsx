import type { ReactNode } from 'react'
import { FormAlert } from '#web/ui/feedback/alerts.ts'

/** The error of a form, which screen readers announce. `children` explain what to do. */
export function FormError({ message, children }: { message: string | null; children?: ReactNode }) {
  if (message === null) return null
  return (
    <FormAlert role="alert" color="ember" title={children ? message : undefined}>
      {children || message}
    </FormAlert>
  )
}
