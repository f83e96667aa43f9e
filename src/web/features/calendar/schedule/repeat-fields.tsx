import { NativeSelect, Radio, Text, TextInput } from '@mantine/core'
import type { Ref } from 'react'
import { isDay, weekdayOf } from '#shared/rules/calendar.ts'
import {
  type SeriesEnd,
  minSessions,
  frequencies,
  type Frequency,
  maxSessions,
  weekdayPosition,
} from '#shared/rules/recurrence.ts'
import { Lead } from '#web/ui/layout/text.ts'
import { Choices } from '#web/ui/form/choices.ts'
import { weekdays } from '../days.ts'
import classes from './dialogs.module.css'

const counts = Array.from({ length: maxSessions - minSessions + 1 }, (_, n) => String(n + minSessions))
const placeNames = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', [-1]: 'last' } as const

/** Form values of the end of a series. The option that is not selected keeps its value. */
export interface EndChoice {
  by: 'count' | 'date'
  count: number
  until: string
}

export function endingOf({ by, count, until }: EndChoice): SeriesEnd {
  return by === 'count' ? { count } : { until }
}

/** Describes a frequency, e.g. `Every month on the first Thursday`. */
export function frequencyName(frequency: Frequency, firstDate: string): string {
  const weekday = weekdays[weekdayOf(firstDate)]
  return {
    weekly: `Every week on ${weekday}`,
    'every-2-weeks': `Every 2 weeks on ${weekday}`,
    monthly: `Every month on the ${placeNames[weekdayPosition(firstDate)]} ${weekday}`,
  }[frequency]
}

type Props = {
  firstDate: string
  frequency: Frequency | null
  end: EndChoice
  untilError: string | undefined
  untilInput: Ref<HTMLInputElement>
  onFrequency: (frequency: Frequency | null) => void
  onEnd: (change: Partial<EndChoice>) => void
}

/** The frequency and the end of a series. */
export function RepeatFields({ firstDate, frequency, end, untilError, untilInput, onFrequency, onEnd }: Props) {
  return (
    <>
      <NativeSelect
        label="Repeat"
        disabled={!isDay(firstDate)}
        data={[
          { value: '', label: 'Does not repeat' },
          ...(isDay(firstDate)
            ? frequencies.map((known) => ({ value: known, label: frequencyName(known, firstDate) }))
            : []),
        ]}
        value={frequency ?? ''}
        onChange={(event) => onFrequency(frequencies.find((known) => known === event.currentTarget.value) ?? null)}
      />
      {frequency !== null && (
        <Radio.Group
          label="Ends"
          value={end.by}
          onChange={(by) => onEnd({ by: by === 'date' ? 'date' : 'count' })}
          className={classes.ends}
        >
          <Choices gap="sm" wrap="nowrap">
            <Radio value="count" label="After" />
            <NativeSelect
              aria-label="Number of sessions"
              w={84}
              data={counts}
              value={String(end.count)}
              onChange={(event) => onEnd({ by: 'count', count: Number(event.currentTarget.value) })}
            />
            <Text span size="sm" aria-hidden>
              sessions
            </Text>
          </Choices>
          <Choices gap="sm" wrap="nowrap" mih={36} align="flex-start">
            <Radio value="date" label="On a date" mt="2xs" />
            {end.by === 'date' && (
              <TextInput
                ref={untilInput}
                type="date"
                aria-label="Last possible date"
                error={untilError}
                min={firstDate}
                value={end.until}
                onChange={(event) => onEnd({ until: event.currentTarget.value })}
              />
            )}
          </Choices>
          {end.by === 'count' && <Lead size="xs">Skipped dates are added at the end.</Lead>}
        </Radio.Group>
      )}
    </>
  )
}
