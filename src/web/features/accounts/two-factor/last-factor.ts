import type { SecondFactor } from '#shared/contract/accounts.ts'
import { nameList } from '#web/ui/format/name-list.ts'

/** Explains what happens if the user removes the last second factor. Empty if none is required. */
export function withoutFactor({ isRequired, requiredBy }: SecondFactor): string {
  const platform = isRequired ? ['Without a second factor you cannot administer the platform.'] : []
  const requiring = requiredBy.length === 1 ? 'requires a second factor' : 'require a second factor'
  const organizations =
    requiredBy.length === 0
      ? []
      : [`${nameList(requiredBy)} ${requiring}. You must set one up again before you can continue there.`]
  return [...platform, ...organizations].join(' ')
}
