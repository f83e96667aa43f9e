import { Alert, Button } from '@mantine/core'
import { readError } from '#web/api/errors.ts'

type Props = { text: string; error: unknown; onRetry: () => void }

/** The error box of a failed load: the specified text, then the server's message. */
export function LoadError({ text, error, onRetry }: Props) {
  return (
    <Alert role="alert" color="ember" m="md">
      <p style={{ margin: '0 0 10px' }}>{failureText(text, error)}</p>
      <Button variant="default" size="xs" onClick={onRetry}>
        Try Again
      </Button>
    </Alert>
  )
}

/** `text` ends with a colon and a space. */
export function failureText(text: string, error: unknown): string {
  return `${text}${readError(error).sentence}`
}
