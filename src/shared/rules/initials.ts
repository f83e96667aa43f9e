interface Name {
  firstName: string
  lastName: string
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Capital initials of first and last name, as whole characters: an emoji has several code units. */
export function initialsOf({ firstName, lastName }: Name): readonly [string, string] {
  return [firstLetter(firstName), firstLetter(lastName)]
}

/** Initials for display, e.g. `M.S.` */
export function dottedInitials(name: Name): string {
  return initialsOf(name)
    .map((letter) => `${letter}.`)
    .join('')
}

function firstLetter(name: string): string {
  const [first] = letters.segment(name.trim())
  return first?.segment.toUpperCase() ?? ''
}
