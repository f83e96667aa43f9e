import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'

/** The error of a form, announced to screen readers. `children` explain what to do. */
export function FormError({ message, children }: { message: string | null; children?: ReactNode }) {
  if (message === null) return null
  return (
    <Alert role="alert" color="ember" p="sm" title={children ? message : undefined}>
      {children || message}
    </Alert>
  )
}
