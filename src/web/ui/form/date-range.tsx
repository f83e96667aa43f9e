import { NativeSelect } from '@mantine/core'
import { addDays, addMonths, monthOf, monthSpan } from '#shared/rules/calendar.ts'
import { DayField } from './day-field.tsx'
import classes from './date-range.module.css'

/** The first and last day. Either may be unset. */
export interface DateRange {
  from: string | null
  to: string | null
}

const presets = ['All dates', 'This month', 'Last month', 'Last 90 days'] as const
type Preset = (typeof presets)[number]
const custom = 'Custom dates'

type Props = { value: DateRange; today: string; onChange: (changed: Partial<DateRange>) => void }

/** Selects a preset or a custom range of days. */
export function DateRangeFields({ value, today, onChange }: Props) {
  const preset = presets.find((known) => isSame(rangeOf(known, today), value))
  const dayField = (label: string, key: keyof DateRange) => (
    <DayField
      aria-label={label}
      leftSection={<span aria-hidden>{label}</span>}
      leftSectionWidth={56}
      value={value[key] ?? undefined}
      onChange={(day) => onChange({ [key]: day ?? null })}
    />
  )
  return (
    <fieldset className={classes.range} aria-label="Dates of the sessions">
      <NativeSelect
        aria-label="Dates"
        className={classes.preset}
        data={preset === undefined ? [...presets, custom] : [...presets]}
        value={preset ?? custom}
        onChange={(event) => {
          const chosen = presets.find((known) => known === event.currentTarget.value)
          if (chosen) onChange(rangeOf(chosen, today))
        }}
      />
      {dayField('From', 'from')}
      {dayField('To', 'to')}
    </fieldset>
  )
}

/** Returns the two days in chronological order. */
export function inOrder({ from, to }: DateRange): DateRange {
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to }
}

function rangeOf(preset: Preset, today: string): DateRange {
  const month = monthOf(today)
  return {
    'All dates': { from: null, to: null },
    'This month': monthSpan(month),
    'Last month': monthSpan(monthOf(addMonths(`${month}-01`, -1))),
    'Last 90 days': { from: addDays(today, -89), to: today },
  }[preset]
}

const isSame = (a: DateRange, b: DateRange) => a.from === b.from && a.to === b.to
