import { Input, NativeSelect, TextInput } from '@mantine/core'
import { type Ref, useId } from 'react'
import type { Appointment } from '#shared/contract/sessions.ts'
import { isDay } from '#shared/rules/calendar.ts'
import { fromClock, toClock } from '#shared/rules/clock.ts'
import { dayName } from '../days.ts'
import classes from './dialogs.module.css'

const hours = Array.from({ length: 12 }, (_, at) => String(at === 0 ? 12 : at))
const quarters = ['00', '15', '30', '45']

type Props = {
  value: Appointment
  onChange: (change: Partial<Appointment>) => void
  dateLabel?: string
  dateError?: string | undefined
  dateInput?: Ref<HTMLInputElement>
}

/** The date and start time of a session, on a 12-hour clock in steps of 15 minutes. */
export function AppointmentFields({ value, onChange, dateLabel = 'Date', dateError, dateInput }: Props) {
  const label = useId()
  const { date, startTime } = value
  const clock = toClock(startTime)
  return (
    <div className={classes.pair}>
      <TextInput
        ref={dateInput}
        type="date"
        label={dateLabel}
        description={isDay(date) ? dayName(date) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        error={dateError}
        value={date}
        onChange={(event) => onChange({ date: event.currentTarget.value })}
      />
      <Input.Wrapper label="Start time" labelElement="div" labelProps={{ id: label }}>
        <fieldset className={classes.clock} aria-labelledby={label}>
          <NativeSelect
            aria-label="Hour"
            data={hours}
            value={String(clock.hour)}
            onChange={(event) =>
              onChange({ startTime: fromClock({ ...clock, hour: Number(event.currentTarget.value) }) })
            }
          />
          <NativeSelect
            aria-label="Minutes"
            data={quarters}
            value={String(clock.minute).padStart(2, '0')}
            onChange={(event) =>
              onChange({ startTime: fromClock({ ...clock, minute: Number(event.currentTarget.value) }) })
            }
          />
          <NativeSelect
            aria-label="AM or PM"
            data={['AM', 'PM']}
            value={clock.half}
            onChange={(event) =>
              onChange({ startTime: fromClock({ ...clock, half: event.currentTarget.value === 'AM' ? 'AM' : 'PM' }) })
            }
          />
        </fieldset>
      </Input.Wrapper>
    </div>
  )
}
