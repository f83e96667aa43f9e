import { Button, Group, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Dialog } from './dialog.tsx'

/** Asks before a page with unsaved changes is left or closed. `what` is what they are made to, e.g. `this note`. */
export function UnsavedGuard({ isDirty, what }: { isDirty: boolean; what: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  const isBlocked = blocker.status === 'blocked'
  return (
    <Dialog opened={isBlocked} onClose={() => blocker.reset?.()} title="Unsaved changes">
      <Text>Your changes to {what} are not saved yet.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={() => blocker.reset?.()}>
          Keep editing
        </Button>
        <Button color="ember" onClick={() => blocker.proceed?.()}>
          Discard changes
        </Button>
      </Group>
    </Dialog>
  )
}
