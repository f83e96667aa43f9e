import { Select } from '@mantine/core'
import { choicesOf, oneOf } from '../labels.ts'
import classes from './admin-list.module.css'

type Props<Value extends string> = {
  label: string
  /** Label of the option that shows all rows. */
  all: string
  names: Readonly<Record<Value, string>>
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** A select that filters a list by one value. */
export function Filter<Value extends string>({ label, all, names, value, onChange }: Props<Value>) {
  return (
    <Select
      className={classes.filter}
      aria-label={label}
      allowDeselect={false}
      data={[{ value: 'all', label: all }, ...choicesOf(names)]}
      value={value ?? 'all'}
      onChange={(chosen) => onChange(oneOf(names, chosen))}
    />
  )
}
