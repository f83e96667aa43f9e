import { isNamed } from '#shared/rules/named.ts'

type Answer<Person> = {
  data: { items: readonly Person[] } | undefined
  /** That of the search before, while this one is asked. */
  isPlaceholderData: boolean
}

/**
 * Whom a search shows. `isFormer`: the answer to what is typed is still on its way, and of those found before only the ones who
 * are called so may be chosen.
 */
export function searchResults<Person extends { firstName: string; lastName: string }>(
  { data, isPlaceholderData }: Answer<Person>,
  { typed, asked }: { typed: string; asked: string },
): { found: Person[]; isStale: boolean } {
  const isFormer = typed !== asked || isPlaceholderData
  return { found: (data?.items ?? []).filter((person) => !isFormer || isNamed(person, typed)), isStale: isFormer }
}
