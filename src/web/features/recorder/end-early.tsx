import { Button, Group, Text } from '@mantine/core'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatTimer } from './timer.ts'

type Props = { opened: boolean; elapsedMs: number; onStay: () => void; onEnd: () => void; onDiscard: () => void }

/** Asks when a session is ended so soon that it may have been a slip. */
export function EndEarly({ opened, elapsedMs, onStay, onEnd, onDiscard }: Props) {
  return (
    <Dialog opened={opened} onClose={onStay} title="End the session already?">
      <Text className="num">
        Only {formatTimer(elapsedMs)} was recorded. That may hold too little speech for a note.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="subtle" color="ember" onClick={onDiscard}>
          Discard it
        </Button>
        <Button variant="default" data-autofocus onClick={onStay}>
          Keep recording
        </Button>
        <Button onClick={onEnd}>End Session</Button>
      </Group>
    </Dialog>
  )
}
