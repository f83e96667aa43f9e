import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import type { Appointment, AppointmentKind } from '#shared/contract/sessions.ts'
import { addMonths, isDay } from '#shared/rules/calendar.ts'
import type { Frequency } from '#shared/rules/recurrence.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { UnsavedInput } from '#web/identity/unsaved-input.tsx'
import { AppointmentFields } from './appointment-fields.tsx'
import { ClientSelect } from './client-select.tsx'
import { DoubleBooking } from './double-booking.tsx'
import { CollapsedKind, KindFields } from './kind-fields.tsx'
import { type EndChoice, endingOf, RepeatFields } from './repeat-fields.tsx'
import { SeriesDates } from './series-dates.tsx'
import { type Scheduled, useScheduling } from './use-scheduling.ts'
import { useSeriesPlan } from './use-series-plan.ts'
import classes from './dialogs.module.css'

/** Start time and length in minutes before the user changes them (spec core §9). */
const defaults = { startTime: '09:00', durationMinutes: 50 } as const
const usualKind: AppointmentKind = { type: 'Individual', settingType: 'in-person' }

type Props = {
  /** The date that is selected at first. */
  day: string
  frequency: Frequency | null
  onFrequency: (frequency: Frequency | null) => void
  onClose: () => void
  onScheduled: (scheduled: Scheduled) => void
}

export function ScheduleForm({ day, frequency, onFrequency, onClose, onScheduled }: Props) {
  const isPhone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false }) ?? false
  const clientInput = useRef<HTMLInputElement>(null)
  const dateInput = useRef<HTMLInputElement>(null)
  const untilInput = useRef<HTMLInputElement>(null)
  const [clientId, setClientId] = useState<string | null>(null)
  const [at, setAt] = useState<Appointment>({ date: day, ...defaults })
  const [kind, setKind] = useState(usualKind)
  const [end, setEnd] = useState<EndChoice>({ by: 'count', count: 12, until: addMonths(day, 3) })
  const [isChecked, setChecked] = useState(false)
  const { submit, failure, isSending, isSaved } = useScheduling(onScheduled)
  const plan = useSeriesPlan({ frequency, at, ending: endingOf(end) }, isSaved)
  const isSeries = frequency !== null && isDay(at.date)
  const untilError = isSeries && !plan.isValid ? 'Choose a date that gives 2 to 52 sessions.' : undefined
  const isEmpty = isSeries && plan.isValid && plan.kept.length === 0

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (clientId === null) clientInput.current?.focus()
    else if (!isDay(at.date)) dateInput.current?.focus()
    else if (!isSeries) void submit({ clientId, ...at, ...kind })
    else if (!plan.isValid) untilInput.current?.focus()
    else {
      const { skipped, moved } = plan
      void submit({ clientId, ...at, ...kind, frequency, ends: endingOf(end), skipped, moved })
    }
  }

  const kindFields = (
    <KindFields
      value={{ ...at, ...kind }}
      onChange={({ durationMinutes, ...change }) => {
        if (durationMinutes !== undefined) setAt((old) => ({ ...old, durationMinutes }))
        setKind((old) => ({ ...old, ...change }))
      }}
    />
  )
  return (
    <form noValidate onSubmit={onSubmit} className={classes.form} data-repeats={isSeries || undefined}>
      <UnsavedInput isDirty={clientId !== null} />
      <div className={classes.columns}>
        <div className={classes.fields}>
          <FormError message={failure} />
          <ClientSelect
            value={clientId}
            error={isChecked && clientId === null ? 'Please select a client.' : undefined}
            input={clientInput}
            onChange={setClientId}
          />
          <AppointmentFields
            value={at}
            dateLabel={frequency === null ? 'Date' : 'First date'}
            dateError={isChecked && !isDay(at.date) ? 'Choose a date.' : undefined}
            dateInput={dateInput}
            onChange={(change) => setAt((old) => ({ ...old, ...change }))}
          />
          {isPhone ? <CollapsedKind value={{ ...at, ...kind }}>{kindFields}</CollapsedKind> : kindFields}
          <RepeatFields
            firstDate={at.date}
            frequency={frequency}
            end={end}
            untilError={untilError}
            untilInput={untilInput}
            onFrequency={onFrequency}
            onEnd={(change) => setEnd((old) => ({ ...old, ...change }))}
          />
          {!isSeries && !isSaved && <DoubleBooking at={at} />}
        </div>
        {isSeries && (
          <section className={classes.dates} aria-label="Dates of the sessions">
            <SeriesDates plan={plan} durationMinutes={at.durationMinutes} />
          </section>
        )}
      </div>
      <div className={classes.footer}>
        {isSeries && (
          <p className={classes.later}>Later you can change one session, or this one and all that follow.</p>
        )}
        <Button variant="default" className={classes.dismiss} onClick={onClose}>
          Cancel
        </Button>
        {isSeries ? (
          <Button
            type="submit"
            loading={isSending}
            disabled={plan.isChecking || isEmpty}
            leftSection={<IconCalendarRepeat size={18} stroke={1.7} aria-hidden />}
          >
            {plan.kept.length === 1 ? 'Schedule 1 Session' : `Schedule ${plan.kept.length} Sessions`}
          </Button>
        ) : (
          <Button type="submit" loading={isSending}>
            Schedule Session
          </Button>
        )}
      </div>
    </form>
  )
}
