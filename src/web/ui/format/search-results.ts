import { isNamed } from '#shared/rules/named.ts'

type Answer<Person> = {
  data: { items: readonly Person[] } | undefined
  /** Whether `data` belongs to the previous search while the current one is loading. */
  isPlaceholderData: boolean
}

/**
 * Returns the people to show for a search. `isStale`: results for the input are still loading, so only previous results
 * that match the name are shown.
 */
export function searchResults<Person extends { firstName: string; lastName: string }>(
  { data, isPlaceholderData }: Answer<Person>,
  { typed, asked }: { typed: string; asked: string },
): { found: Person[]; isStale: boolean } {
  const isFormer = typed !== asked || isPlaceholderData
  return { found: (data?.items ?? []).filter((person) => !isFormer || isNamed(person, typed)), isStale: isFormer }
}
