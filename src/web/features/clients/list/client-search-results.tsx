import { Combobox, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Client, ClientPage } from '#shared/contract/clients.ts'
import { isNamed } from '#shared/rules/named.ts'
import { query } from '#web/api/client.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { HintLine, Strong, StrongLine } from '#web/ui/layout/text.ts'
import { saveNameSearch } from './client-name-search.ts'
import { ClientSearchInput, type ClientSearchInputProps } from './client-search-input.tsx'
import { ClientTherapist } from '../client-therapist.tsx'
import classes from './client-search.module.css'

/** Minimum number of characters to search clients (spec core §5). */
const minCharacters = 2

/** Maximum number of results, so that they can be scanned quickly. */
const maxResults = 8

/** Values of the options that are not clients: retry, and show all results. */
const [retryValue, showAllValue] = ['again', 'everyone']

type Props = ClientSearchInputProps & {
  /** True if the first field, which this one replaced, had the focus. */
  hasFocus: boolean
}

/** The search field with the matching clients, including archived ones. Choosing one opens the client's page. */
export default function ClientSearchResults({ className, text, onType, hasFocus }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (!hasFocus) return
    input.current?.focus({ preventScroll: true })
    input.current?.setSelectionRange(-1, -1)
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, when this field replaces the first one
  }, [])
  const navigate = useNavigate()
  const cache = useQueryClient()
  const typed = text.trim()
  const [search] = useDebouncedValue(typed, 200)
  const isWanted = typed.length >= minCharacters
  const isAsked = isWanted && search.length >= minCharacters
  const clients = useQuery({
    ...query.clients.list.queryOptions({ input: { status: 'all', search, page: 1 } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { selectFirstOption } = combobox
  const isFormer = typed !== search || clients.isPlaceholderData
  const answer = isAsked && !clients.isError ? clients.data : undefined
  const found = useMemo(() => (isFormer ? matchingPage(answer, typed) : answer), [answer, isFormer, typed])
  useEffect(() => {
    if (found) selectFirstOption()
    // oxlint-disable-next-line react/exhaustive-deps -- the store's functions are new with every render
  }, [found])

  const choose = (chosen: string) => {
    if (chosen === retryValue) {
      void clients.refetch()
      return
    }
    combobox.closeDropdown()
    if (chosen === showAllValue) {
      saveNameSearch(cache, search)
      void navigate({ to: '/clients', search: { status: 'all' } })
    } else void navigate({ to: '/clients/$clientId', params: { clientId: chosen } })
  }

  return (
    // The list is rendered inside the landmark of the field, not at the end of the page.
    <Combobox store={combobox} withinPortal={false} onOptionSubmit={choose}>
      <Combobox.Target withExpandedAttribute>
        <ClientSearchInput
          ref={input}
          className={className}
          text={text}
          onType={(typedText) => {
            onType(typedText)
            if (typedText.trim().length >= minCharacters) combobox.openDropdown()
            else combobox.closeDropdown()
          }}
          onFocus={() => isWanted && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <VisuallyHidden component="output">
        {found && !isFormer && combobox.dropdownOpened && countOf(found.total)}
      </VisuallyHidden>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Clients found">
          {isAsked && clients.isError ? (
            <>
              <Combobox.Empty role="alert">Failed to load clients</Combobox.Empty>
              <Combobox.Option className={classes.option} value={retryValue}>
                Try Again
              </Combobox.Option>
            </>
          ) : found === undefined ? (
            <Combobox.Empty>Searching…</Combobox.Empty>
          ) : (
            <Found page={found} />
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Returns the results of the previous search that match the typed text. Their total is unknown. */
function matchingPage(page: ClientPage | undefined, typed: string): ClientPage | undefined {
  const items = page?.items.filter((client) => isNamed(client, typed)) ?? []
  return page && items.length > 0 ? { ...page, items, total: Math.min(items.length, maxResults) } : undefined
}

function Found({ page: { items, total } }: { page: ClientPage }) {
  if (total === 0) return <Combobox.Empty>No clients found</Combobox.Empty>
  return (
    <>
      {items.slice(0, maxResults).map((client) => (
        <Combobox.Option key={client.id} className={classes.option} value={client.id}>
          <StrongLine size="sm" truncate>
            {client.firstName} {client.lastName}
          </StrongLine>
          <HintLine size="xs" className="num">
            {aboutOf(client)}
          </HintLine>
          <ClientTherapist client={client} size="xs" />
        </Combobox.Option>
      ))}
      {total > maxResults && (
        <Combobox.Option className={classes.option} value={showAllValue}>
          <Strong span c="var(--app-accent-text)" size="sm">
            All {total} clients with this name
          </Strong>
        </Combobox.Option>
      )}
    </>
  )
}

function aboutOf({ status, lastSessionDate }: Client): string {
  const last = lastSessionDate === null ? 'No sessions yet' : `Last session ${shownDate(lastSessionDate)}`
  return status === 'archived' ? `Archived. ${last}` : last
}

function countOf(total: number): string {
  if (total === 0) return 'No clients found'
  return total === 1 ? '1 client found' : `${total} clients found`
}
