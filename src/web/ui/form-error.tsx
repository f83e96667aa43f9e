import { Alert } from '@mantine/core'

/** The sentence of a failed form, announced when it appears. */
export function FormError({ message }: { message: string | null }) {
  if (message === null) return null
  return (
    <Alert role="alert" color="ember" p="sm">
      {message}
    </Alert>
  )
}
