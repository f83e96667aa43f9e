import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { shownTime } from '#web/ui/format/dates.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { dayName } from '../days.ts'
import { type Scope, ScopeChoice } from './scope-choice.tsx'

type Props = {
  opened: boolean
  session: CalendarSession
  returnFocus: boolean
  onClose: () => void
  onConfirm: (scope: Scope) => void
}

/** Asks before a session is canceled. In a series, the following sessions can be canceled, too. */
export default function CancelSession({ opened, returnFocus, ...props }: Props) {
  const { client } = props.session
  return (
    <Dialog
      opened={opened}
      returnFocus={returnFocus}
      onClose={props.onClose}
      title={`Cancel the session with ${client.firstName} ${client.lastName}?`}
    >
      <CancelForm {...props} />
    </Dialog>
  )
}

function CancelForm({ session, onClose, onConfirm }: Omit<Props, 'opened' | 'returnFocus'>) {
  const [scope, setScope] = useState<Scope>('this')
  const when = `${dayName(session.date)}, ${shownTime(session.startTime)}`
  return (
    <Stack gap="md">
      {session.seriesId !== null && <ScopeChoice value={scope} onChange={setScope} />}
      <Text>
        {scope === 'this'
          ? `It will be removed from your calendar (${when}).`
          : `This session and all that follow it will be removed from your calendar, beginning on ${when}. Sessions already held stay.`}{' '}
        Attend does not notify the client.
      </Text>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep Session
        </Button>
        <Button
          color="ember"
          onClick={() => {
            onClose()
            onConfirm(scope)
          }}
        >
          {scope === 'this' ? 'Cancel Session' : 'Cancel Sessions'}
        </Button>
      </DialogButtons>
    </Stack>
  )
}
