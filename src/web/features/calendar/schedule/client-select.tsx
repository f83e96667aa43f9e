import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { PickerClient } from '#shared/contract/clients.ts'
import { query } from '#web/api/client.ts'
import { useOnlyMatch } from '#web/ui/form/use-only-match.ts'
import { searchResults } from '#web/ui/format/search-results.ts'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'

type Option = { value: string; label: string }

type Props = {
  value: string | null
  error: string | undefined
  input?: RefObject<HTMLInputElement | null>
  onChange: (clientId: string | null) => void
}

/** A select with search for one of the therapist's own active clients. */
export function ClientSelect({ value, error, input, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Option | null>(null)
  const [isOpen, setOpen] = useState(false)
  const wanted = typed === chosen?.label ? '' : typed
  const [search] = useDebouncedValue(wanted, 200)
  const cache = useQueryClient()
  const matching = (text: string) => query.clients.pick.queryOptions({ input: { search: text.slice(0, 200) } })
  const clients = useQuery({ ...matching(search), placeholderData: keepPreviousData })
  const { found, isStale } = searchResults(clients, { typed: wanted, asked: search })
  const named = found.map(toOption)
  const choose = (option: Option | null) => {
    setChosen(option)
    setTyped(option?.label ?? '')
    setOpen(false)
    onChange(option?.value ?? null)
  }
  const onKeyDown = useOnlyMatch({
    found: named,
    isStale,
    load: async () => (await cache.fetchQuery(matching(wanted))).items.map(toOption),
    onChoose: choose,
  })
  if (clients.isError) {
    return (
      <LoadFailure error={clients.error} fallback="Failed to load clients" onRetry={() => void clients.refetch()} />
    )
  }
  const options = chosen && !named.some((option) => option.value === chosen.value) ? [chosen, ...named] : named
  const isWithoutClients = clients.data?.total === 0 && search === ''
  return (
    <Select
      ref={input}
      label="Client"
      placeholder="Search clients..."
      required
      searchable
      data-autofocus
      openOnFocus={false}
      data={options}
      // The server has already filtered the options.
      filter={({ options: all }) => all}
      nothingFoundMessage="No clients found"
      description={
        isWithoutClients ? (
          <>
            You have no active clients yet.{' '}
            <AnchorLink to="/clients" search={{ add: true }} inherit>
              Add your first client
            </AnchorLink>
          </>
        ) : undefined
      }
      error={error}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={onKeyDown}
      onChange={(id, option) => choose(id === null ? null : option)}
    />
  )
}

const toOption = ({ id, firstName, lastName }: PickerClient): Option => ({
  value: id,
  label: `${firstName} ${lastName}`,
})
