import { Input, NativeSelect, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { Appointment } from '#shared/contract/sessions.ts'
import { isDay } from '#shared/rules/calendar.ts'
import { fromClock, toClock } from '#shared/rules/clock.ts'
import { addMinutes } from '#shared/rules/local-time.ts'
import { shownTime } from '#web/ui/dates.ts'
import { dayName } from './days.ts'
import classes from './dialogs.module.css'

const hours = Array.from({ length: 12 }, (_, at) => String(at === 0 ? 12 : at))
const quarters = ['00', '15', '30', '45']
const lengths = [15, 20, 25, 30, 40, 45, 50, 55, 60, 75, 80, 90, 100, 120, 150, 180]

type Props = {
  value: Appointment
  onChange: (change: Partial<Appointment>) => void
  dateError?: string | undefined
}

/** When a session is: day, start on a 12-hour clock in steps of 15 minutes, and length. */
export function AppointmentFields({ value, onChange, dateError }: Props) {
  const label = useId()
  const { date, startTime, durationMinutes } = value
  const clock = toClock(startTime)
  const choices = [...new Set([...lengths, durationMinutes])].toSorted((a, b) => a - b)
  return (
    <>
      <TextInput
        type="date"
        label="Date"
        description={isDay(date) ? dayName(date) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        error={dateError}
        value={date}
        onChange={(event) => onChange({ date: event.currentTarget.value })}
      />
      <div className={classes.when}>
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
        <NativeSelect
          label="Length"
          description={`Ends at ${shownTime(addMinutes(startTime, durationMinutes))}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={choices.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }))}
          value={String(durationMinutes)}
          onChange={(event) => onChange({ durationMinutes: Number(event.currentTarget.value) })}
        />
      </div>
    </>
  )
}
