import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TrailFilter } from '#shared/contract/audit.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { DayField } from '#web/ui/form/day-field.tsx'
import classes from './audit.module.css'

const everyone = { value: 'everyone', label: 'Everyone' }
const everything = { value: 'everything', label: 'Everything' }

type Changed = Partial<Record<keyof TrailFilter, string | undefined>>

type Props = {
  filter: TrailFilter
  /** Called with the changed filters. `undefined` removes a filter. */
  onChange: (changed: Changed) => void
}

/** Filters the organization's trail by user, action and dates. */
export function TrailFilters({ filter, onChange }: Props) {
  const choices = useQuery(query.audit.choices.queryOptions())
  const people = choices.data?.people.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const actions = choices.data?.actions.map(({ action, what }) => ({ value: action, label: what })) ?? []
  const failure = choices.isError && readError(choices.error, 'Failed to load the filters').sentence
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
        onChange={(value) => onChange({ personId: value === everyone.value ? undefined : (value ?? undefined) })}
      />
      <Select
        className={classes.choice}
        label="Action"
        searchable
        allowDeselect={false}
        nothingFoundMessage="No matching action."
        data={[everything, ...actions]}
        value={filter.action ?? everything.value}
        onChange={(value) => onChange({ action: value === everything.value ? undefined : (value ?? undefined) })}
      />
      <DayField className={classes.day} label="From" value={filter.from} onChange={(from) => onChange({ from })} />
      <DayField className={classes.day} label="To" value={filter.to} onChange={(to) => onChange({ to })} />
      {Object.keys(filter).length > 0 && (
        <Button
          variant="subtle"
          onClick={() => onChange({ personId: undefined, action: undefined, from: undefined, to: undefined })}
        >
          Clear filters
        </Button>
      )}
    </search>
  )
}
