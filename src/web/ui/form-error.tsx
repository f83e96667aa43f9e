import { Alert } from '@mantine/core'

/** The sentence of a failed form, announced when it appears. */
export function FormError({ message }: { message: string | null }) {
  return (
    <div role="alert">
      {message !== null && (
        <Alert color="ember" p="sm">
          {message}
        </Alert>
      )}
    </div>
  )
}
