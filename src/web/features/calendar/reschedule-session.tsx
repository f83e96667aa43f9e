import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Appointment, CalendarSession } from '#shared/contract/sessions.ts'
import { isDay } from '#shared/rules/calendar.ts'
import { shownTime } from '#web/ui/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { UnsavedInput } from '#web/ui/unsaved-input.tsx'
import { AppointmentFields } from './appointment-fields.tsx'
import { dayName } from './days.ts'
import { DoubleBooking } from './double-booking.tsx'
import { timesOf } from './use-calendar-changes.ts'

type Props = {
  opened: boolean
  session: CalendarSession
  returnFocus: boolean
  onClose: () => void
  onMove: (to: Appointment) => void
}

/** Moves a session without dragging it: another day, another time, another length. */
export default function RescheduleSession({ opened, returnFocus, ...props }: Props) {
  const { client } = props.session
  return (
    <Dialog
      opened={opened}
      returnFocus={returnFocus}
      onClose={props.onClose}
      title={`Reschedule ${client.firstName} ${client.lastName}`}
    >
      <RescheduleForm {...props} />
    </Dialog>
  )
}

function RescheduleForm({ session, onClose, onMove }: Omit<Props, 'opened' | 'returnFocus'>) {
  const [before] = useState(() => timesOf(session))
  const [to, setTo] = useState(before)
  const [isChecked, setChecked] = useState(false)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isDay(to.date)) return
    onClose()
    onMove(to)
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <UnsavedInput isDirty={to !== before} />
        <Text fz="sm" c="dimmed">
          Now on {dayName(session.date)}, {shownTime(session.startTime)}.
        </Text>
        <AppointmentFields
          value={to}
          dateError={isChecked && !isDay(to.date) ? 'Choose a date.' : undefined}
          onChange={(change) => setTo((old) => ({ ...old, ...change }))}
        />
        <DoubleBooking at={to} exceptId={session.id} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Reschedule</Button>
        </Group>
      </Stack>
    </form>
  )
}
