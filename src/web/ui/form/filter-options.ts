import type { ComboboxItem, ComboboxItemGroup, OptionsFilter } from '@mantine/core'
import { plainText } from '#shared/rules/search-words.ts'

/** Finds options of a select by any part of their label, without regard to case, accents and apostrophes. */
export const filterOptions: OptionsFilter = ({ options, search }) => {
  const wanted = plainText(search.trim())
  const matches = ({ label }: ComboboxItem) => plainText(label).includes(wanted)
  return options.flatMap<ComboboxItem | ComboboxItemGroup<ComboboxItem>>((option) => {
    if (!('group' in option)) return matches(option) ? [option] : []
    const items = option.items.filter(matches)
    return items.length > 0 ? [{ ...option, items }] : []
  })
}
