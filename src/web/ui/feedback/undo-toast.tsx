import { Button, Group, Text } from '@mantine/core'
import { requestId } from '#web/api/request-id.ts'
import { loadToasts } from './toast-library.ts'

/** The time is long enough to read the toast, decide, and reach its button by keyboard. */
const shownMs = 15_000

const color = 'spruce'

let shownId: string | null = null

/** Shows a toast with an undo button. Only the latest one is visible. */
export async function showUndo(message: string, onUndo: () => void): Promise<void> {
  const toasts = await loadToasts(message, color)
  if (!toasts) return
  if (shownId !== null) toasts.hide(shownId)
  const id = requestId()
  shownId = id
  const undo = () => {
    toasts.hide(id)
    onUndo()
  }
  toasts.show({
    id,
    color,
    autoClose: shownMs,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text inherit c="var(--mantine-color-text)">
          {message}
        </Text>
        <Button variant="default" size="xs" flex="none" onClick={undo}>
          Undo
        </Button>
      </Group>
    ),
  })
}
