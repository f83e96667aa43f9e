import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'

/** The sentence of a failed form, announced when it appears. `children` say what to do about it. */
export function FormError({ message, children }: { message: string | null; children?: ReactNode }) {
  if (message === null) return null
  return (
    <Alert role="alert" color="ember" p="sm" title={children ? message : undefined}>
      {children || message}
    </Alert>
  )
}
