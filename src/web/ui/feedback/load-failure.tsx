import { Button, Group, Stack, Text } from '@mantine/core'
import { readErrorToRetry } from '#web/api/errors.ts'
import { PanelAlert } from '#web/ui/feedback/alerts.ts'
import { ReloadButton } from './reload-button.tsx'

type Props = { error: unknown; fallback: string; onRetry: () => void }

/** Shown if loading failed: the error and a retry button. */
export function LoadFailure({ error, fallback, onRetry }: Props) {
  const { code, sentence } = readErrorToRetry(error)
  return (
    <PanelAlert role="alert" color="ember" title={fallback}>
      <Stack gap="xs" align="flex-start">
        {code !== 'unknown' && sentence !== fallback && <Text inherit>{sentence}</Text>}
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={onRetry}>
            Try Again
          </Button>
          {code === 'not_loaded' && <ReloadButton />}
        </Group>
      </Stack>
    </PanelAlert>
  )
}
