import { Button, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TrailFilter } from '#shared/contract/audit.ts'
import { isDay } from '#shared/rules/calendar.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import classes from './audit.module.css'

const everyone = { value: 'everyone', label: 'Everyone' }
const everything = { value: 'everything', label: 'Everything' }

type Props = { filter: TrailFilter; onChange: (filter: TrailFilter) => void }

/** Filters the organization's trail by user, action and dates. */
export function TrailFilters({ filter, onChange }: Props) {
  const choices = useQuery(query.audit.choices.queryOptions())
  const people = choices.data?.people.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const actions = choices.data?.actions.map(({ action, what }) => ({ value: action, label: what })) ?? []
  const failure = choices.isError && readError(choices.error, 'Failed to load the filters').sentence
  const change = (part: Partial<Record<keyof TrailFilter, string | undefined>>) => {
    const { personId, action, from, to } = { ...filter, ...part }
    onChange({
      ...(personId !== undefined && { personId }),
      ...(action !== undefined && { action }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    })
  }
  return (
    <search className={classes.filters}>
      <Select
        className={classes.choice}
        label="Person"
        searchable
        allowDeselect={false}
        nothingFoundMessage="No member with this name."
        data={[everyone, ...people]}
        value={filter.personId ?? everyone.value}
        error={failure}
        onChange={(value) => change({ personId: value === everyone.value ? undefined : (value ?? undefined) })}
      />
      <Select
        className={classes.choice}
        label="Action"
        searchable
        allowDeselect={false}
        nothingFoundMessage="No matching action."
        data={[everything, ...actions]}
        value={filter.action ?? everything.value}
        onChange={(value) => change({ action: value === everything.value ? undefined : (value ?? undefined) })}
      />
      <DayField label="From" value={filter.from} onChange={(from) => change({ from })} />
      <DayField label="To" value={filter.to} onChange={(to) => change({ to })} />
      {Object.keys(filter).length > 0 && (
        <Button variant="subtle" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </search>
  )
}

type DayProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void }

/** A date field that reports only complete dates. */
function DayField({ label, value = '', onChange }: DayProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  return (
    <TextInput
      className={classes.day}
      type="date"
      label={label}
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setText(typed)
        if (typed === '' || isDay(typed)) onChange(typed || undefined)
      }}
    />
  )
}
