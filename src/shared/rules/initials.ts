const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What first and last name begin with, in capitals: whole characters as they are read, of which an emoji has several code units. */
export function initialsOf({
  firstName,
  lastName,
}: {
  firstName: string
  lastName: string
}): readonly [string, string] {
  return [firstLetter(firstName), firstLetter(lastName)]
}

function firstLetter(name: string): string {
  const [first] = letters.segment(name.trim())
  return first?.segment.toUpperCase() ?? ''
}
