import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Progress } from '#shared/contract/progress.ts'
import { accountQuery } from '#web/identity/account.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useOnlyMatch } from '#web/ui/form/use-only-match.ts'
import { searchResults } from '#web/ui/format/search-results.ts'

const all = { value: 'all', label: 'All my clients' }

type Props = {
  clientId: string | undefined
  /** The selected client, who may not be among the search results. */
  client: Progress['client'] | undefined
  onChange: (clientId: string | undefined) => void
}

/** A select with search: all of the user's clients, or one visible client. */
export function ClientSelect({ clientId, client, onChange }: Props) {
  const { data: account } = useQuery(accountQuery)
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const chosen = clientId === undefined ? all : { value: clientId, label: client ? nameOf(client) : 'Chosen client' }
  const wanted = typed === chosen.label ? '' : typed.trim()
  const [search] = useDebouncedValue(wanted, 200)
  const cache = useQueryClient()
  const matching = (text: string) =>
    query.clients.list.queryOptions({ input: { status: 'all', search: text.slice(0, 200) } })
  const clients = useQuery({ ...matching(search), placeholderData: keepPreviousData })
  const { found, isStale } = searchResults(clients, { typed: wanted, asked: search })
  const named = found.map((one) => ({
    value: one.id,
    label: one.therapistId === account?.id ? nameOf(one) : `${nameOf(one)} (${one.therapistName})`,
  }))
  const choose = (value: string | null) => {
    setOpen(false)
    // Without a change, the select would leave the typed text.
    if (value === chosen.value) setTyped(chosen.label)
    onChange(value === null || value === all.value ? undefined : value)
  }
  const onKeyDown = useOnlyMatch({
    found,
    isStale,
    load: async () => (await cache.fetchQuery(matching(wanted))).items,
    onChoose: ({ id }) => choose(id),
  })
  const others = named.filter(({ value }) => value !== chosen.value)
  return (
    <Select
      aria-label="Whose progress"
      w={260}
      searchable
      allowDeselect={false}
      data={chosen === all ? [all, ...others] : [all, chosen, ...others]}
      // The server has already filtered the options.
      filter={({ options }) => options}
      error={clients.isError && readError(clients.error, 'Failed to load clients').sentence}
      value={chosen.value}
      onSearchChange={setTyped}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={onKeyDown}
      onChange={choose}
    />
  )
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`
