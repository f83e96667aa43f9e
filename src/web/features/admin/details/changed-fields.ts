type Texts<Values> = { [Field in keyof Values]: string }

/** Returns the fields that differ, ignoring surrounding whitespace. */
export function changedFields<Values extends Texts<Values>>(before: Values, after: Values): Partial<Values> {
  const changes: Partial<Values> = {}
  for (const field in after) {
    if (after[field].trim() !== before[field].trim()) changes[field] = after[field]
  }
  return changes
}

export function hasChanged<Values extends Texts<Values>>(before: Values, after: Values): boolean {
  return Object.keys(changedFields(before, after)).length > 0
}
