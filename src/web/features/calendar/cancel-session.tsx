import { Button, Group, Stack, Text } from '@mantine/core'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { shownTime } from '#web/ui/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { dayName } from './days.ts'

type Props = {
  opened: boolean
  session: CalendarSession
  returnFocus: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before a session is cancelled. */
export default function CancelSession({ opened, session, returnFocus, onClose, onConfirm }: Props) {
  const { client, date, startTime } = session
  return (
    <Dialog
      opened={opened}
      returnFocus={returnFocus}
      onClose={onClose}
      title={`Cancel the session with ${client.firstName} ${client.lastName}?`}
    >
      <Stack gap="md">
        <Text>
          It leaves the calendar on {dayName(date)}, {shownTime(startTime)}. Nobody is told by Attend.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep Session
          </Button>
          <Button
            color="ember"
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            Cancel Session
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
