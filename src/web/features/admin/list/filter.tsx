import { Select } from '@mantine/core'
import { choicesOf, oneOf } from '../labels.ts'
import classes from './admin-list.module.css'

type Props<Value extends string> = {
  label: string
  /** What stands for no filter. */
  all: string
  names: Readonly<Record<Value, string>>
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** Narrows a list to one of the named values. */
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
