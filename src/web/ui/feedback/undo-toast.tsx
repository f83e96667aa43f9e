import { Button, Group, Text } from '@mantine/core'
import { requestId } from '#web/api/request-id.ts'
import { needToasts } from './toasts-needed.ts'

/** Enough time to read it, decide, and reach it by keyboard. */
const shownMs = 15_000

let shownId: string | null = null

/** Shows a toast with an undo button. Only the last one is visible. */
export async function showUndo(message: string, onUndo: () => void): Promise<void> {
  needToasts()
  const { notifications } = await import('@mantine/notifications')
  if (shownId !== null) notifications.hide(shownId)
  const id = requestId()
  shownId = id
  const undo = () => {
    notifications.hide(id)
    onUndo()
  }
  notifications.show({
    id,
    color: 'spruce',
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
