import type { UseFormReturnType } from '@mantine/form'

type Flat<Values> = { [Field in keyof Values]: string | number | boolean }

/** Returns the fields that differ, ignoring whitespace around texts. */
export function changedFields<Values extends Flat<Values>>(before: Values, after: Values): Partial<Values> {
  const changes: Partial<Values> = {}
  for (const field in after) {
    if (comparable(after[field]) !== comparable(before[field])) changes[field] = after[field]
  }
  return changes
}

export function hasChanged<Values extends Flat<Values>>(before: Values, after: Values): boolean {
  return Object.keys(changedFields(before, after)).length > 0
}

function comparable(value: string | number | boolean): string | number | boolean {
  return typeof value === 'string' ? value.trim() : value
}

/**
 * Shows the saved values, which others may have changed, too. Fields that the user changed during the request keep
 * their text. Later changes are compared with the saved values.
 */
export function showSaved<Values extends Flat<Values>>(
  form: UseFormReturnType<Values>,
  sent: Values,
  saved: Values,
): void {
  const { ...shown } = form.getValues()
  for (const field in shown) {
    if (shown[field] === sent[field]) shown[field] = saved[field]
  }
  form.setValues(shown)
  form.resetDirty(saved)
}
