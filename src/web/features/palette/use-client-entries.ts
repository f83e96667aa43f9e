import { useDebouncedValue } from '@mantine/hooks'
import { IconMicrophone, IconUpload, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Client } from '#shared/contract/clients.ts'
import { query } from '#web/api/client.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { searchResults } from '#web/ui/format/search-results.ts'
import type { Entry, EntryGroup } from './entry.ts'
import { minClientCharacters, intentOf } from './find-entries.ts'

/** Maximum number of clients, so that they can be scanned quickly. */
const maxClients = 6

/** Maximum number of clients for which session actions are shown. With `start maya`, they are shown for all matches. */
const maxWithActions = 2

/**
 * Returns entries for clients that match the input. Session actions require an active client of the user, and a
 * `userId` that is not null.
 */
export function useClientEntries(text: string, userId: string | null) {
  const navigate = useNavigate()
  const { verb, name } = intentOf(text)
  const [search] = useDebouncedValue(name, 200)
  const isAsked = name.length >= minClientCharacters && search.length >= minClientCharacters
  const clients = useQuery({
    ...query.clients.list.queryOptions({ input: { status: 'all', search, page: 1 } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })

  const isAnswered = isAsked && !clients.isError
  const found = isAnswered ? searchResults(clients, { typed: name, asked: search }).found : []
  const ownClients = found.filter(({ therapistId, status }) => therapistId === userId && status === 'active')
  const starting = (client: Client): Entry => ({
    id: `start-${client.id}`,
    label: `Start Session with ${nameOf(client)}`,
    Icon: IconMicrophone,
    run: () => void navigate({ to: '/session/$clientId', params: { clientId: client.id } }),
  })
  const uploading = (client: Client): Entry => ({
    id: `upload-${client.id}`,
    label: `Upload Session for ${nameOf(client)}`,
    Icon: IconUpload,
    run: () => void navigate({ to: '/upload-session/$clientId', params: { clientId: client.id } }),
  })
  const opening = (client: Client): Entry => ({
    id: `client-${client.id}`,
    label: nameOf(client),
    about: client.therapistId === userId ? aboutOf(client) : `${aboutOf(client)}, ${client.therapistName}`,
    Icon: IconUser,
    run: () => void navigate({ to: '/clients/$clientId', params: { clientId: client.id } }),
  })

  const people: EntryGroup = { name: 'Clients', entries: found.slice(0, maxClients).map(opening) }
  const sessions: EntryGroup = {
    name: 'Sessions',
    entries:
      verb === null
        ? ownClients.slice(0, maxWithActions).flatMap((client) => [starting(client), uploading(client)])
        : ownClients.slice(0, maxClients).map(verb === 'start' ? starting : uploading),
  }
  return {
    groups: verb === null ? [people, sessions] : [sessions, people],
    listed: people.entries.length,
    total: isAnswered && found.length > 0 ? (clients.data?.total ?? 0) : 0,
    isSearching: name.length >= minClientCharacters && !clients.isError && (name !== search || clients.isFetching),
    isError: isAsked && clients.isError,
    again: () => void clients.refetch(),
  }
}

function nameOf({ firstName, lastName }: Client): string {
  return `${firstName} ${lastName}`
}

function aboutOf({ status, lastSessionDate }: Client): string {
  const last = lastSessionDate === null ? 'No sessions yet' : `Last session ${shownDate(lastSessionDate)}`
  return status === 'archived' ? `Archived. ${last}` : last
}
