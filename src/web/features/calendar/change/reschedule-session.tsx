import { Button, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { CalendarSession, ChangedAppointment } from '#shared/contract/sessions.ts'
import { isDay } from '#shared/rules/calendar.ts'
import { shownTime } from '#web/ui/format/dates.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { UnsavedInput } from '#web/identity/unsaved-input.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { AppointmentFields } from '../schedule/appointment-fields.tsx'
import { dayName } from '../days.ts'
import { DoubleBooking } from '../schedule/double-booking.tsx'
import { KindFields } from '../schedule/kind-fields.tsx'
import { type Scope, ScopeChoice } from './scope-choice.tsx'
import { timesOf } from './use-calendar-changes.ts'

type Props = {
  opened: boolean
  session: CalendarSession
  returnFocus: boolean
  onClose: () => void
  /** `to` has type and setting only if the user changed them. */
  onMove: (to: ChangedAppointment, scope: Scope) => void
}

/** Changes date, time, length, type or setting of a session without dragging. */
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
  const [before] = useState(() => ({ ...timesOf(session), type: session.type, settingType: session.settingType }))
  const [to, setTo] = useState(before)
  const [scope, setScope] = useState<Scope>('this')
  const [isChecked, setChecked] = useState(false)
  const dateInput = useRef<HTMLInputElement>(null)
  const change = (part: Partial<typeof to>) => setTo((old) => ({ ...old, ...part }))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isDay(to.date)) return dateInput.current?.focus()
    onClose()
    const { type, settingType, ...times } = to
    onMove(
      { ...times, ...(type !== before.type && { type }), ...(settingType !== before.settingType && { settingType }) },
      scope,
    )
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <UnsavedInput isDirty={to !== before} />
        <Hint>
          Now on {dayName(session.date)}, {shownTime(session.startTime)}.
        </Hint>
        <AppointmentFields
          value={to}
          dateError={isChecked && !isDay(to.date) ? 'Choose a date.' : undefined}
          dateInput={dateInput}
          onChange={change}
        />
        <KindFields value={to} onChange={change} />
        <DoubleBooking at={to} exceptId={session.id} exceptSeriesId={scope === 'following' ? session.seriesId : null} />
        {session.seriesId !== null && <ScopeChoice value={scope} onChange={setScope} />}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Reschedule</Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
