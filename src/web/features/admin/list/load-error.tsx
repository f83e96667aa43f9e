import { Button, Stack, Text } from '@mantine/core'
import { readError } from '#web/api/errors.ts'
import { PanelAlert } from '#web/ui/feedback/alerts.ts'

type Props = { text: string; error: unknown; onRetry: () => void }

/** The error box of a failed load: the specified text, then the server's message. */
export function LoadError({ text, error, onRetry }: Props) {
  return (
    <PanelAlert role="alert" color="ember">
      <Stack gap="xs" align="flex-start">
        <Text inherit>{failureText(text, error)}</Text>
        <Button variant="default" size="xs" onClick={onRetry}>
          Try Again
        </Button>
      </Stack>
    </PanelAlert>
  )
}

/** `text` must end with a colon and a space. */
export function failureText(text: string, error: unknown): string {
  return `${text}${readError(error).sentence}`
}
