import { Alert, Button } from '@mantine/core'
import { readError } from '#web/api/errors.ts'

type Props = { error: unknown; fallback: string; onRetry: () => void }

/** Shown when loading failed: the error and a retry button. */
export function LoadFailure({ error, fallback, onRetry }: Props) {
  const { code, sentence } = readError(error)
  return (
    <Alert role="alert" color="ember" title={fallback} m="md">
      {code !== 'unknown' && sentence !== fallback && <p style={{ margin: '0 0 10px' }}>{sentence}</p>}
      <Button variant="default" size="xs" onClick={onRetry}>
        Try Again
      </Button>
    </Alert>
  )
}
