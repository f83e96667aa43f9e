import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Appointment, CalendarSession } from '#shared/contract/sessions.ts'
import { shownTime } from '#web/ui/format/dates.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { dayName } from '../days.ts'
import { type Scope, ScopeChoice } from './scope-choice.tsx'

type Props = {
  opened: boolean
  session: CalendarSession
  to: Appointment
  onClose: () => void
  onMove: (scope: Scope) => void
}

/** Asks after a session of a series was dragged whether the following sessions move, too. */
export default function MoveSession({ opened, onClose, ...props }: Props) {
  const { client } = props.session
  return (
    <Dialog opened={opened} onClose={onClose} title={`Move ${client.firstName} ${client.lastName}?`}>
      <MoveForm {...props} onClose={onClose} />
    </Dialog>
  )
}

function MoveForm({ session, to, onClose, onMove }: Omit<Props, 'opened'>) {
  const [scope, setScope] = useState<Scope>('this')
  return (
    <Stack gap="md">
      <Text>
        From {dayName(session.date)} to {dayName(to.date)}, {shownTime(to.startTime)}.
      </Text>
      <ScopeChoice value={scope} onChange={setScope} />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            onClose()
            onMove(scope)
          }}
        >
          Move
        </Button>
      </DialogButtons>
    </Stack>
  )
}
