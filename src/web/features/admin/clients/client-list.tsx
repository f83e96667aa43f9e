import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminClient } from '#shared/contract/admin-clients.ts'
import { query } from '#web/api/client.ts'
import { shownDay } from '#web/ui/format/dates.ts'
import { AdminList, type Row } from '../list/admin-list.tsx'
import { Filter } from '../list/filter.tsx'
import { type ClientFilter, clientFilters, nameOf, shortId } from '../labels.ts'
import { Below } from '../list/list-parts.tsx'
import { PrivacyNotice } from '../access/privacy-notice.tsx'
import { ClientBadge } from '../list/status-badges.tsx'

type Props = {
  status: ClientFilter | undefined
  timeZone: string
  onStatus: (status: ClientFilter | undefined) => void
  onOpen: (clientId: string) => void
}

/**
 * The clients of all therapists, newest first. The search is not in the URL, because it may contain a client's name.
 */
export function ClientList({ status, timeZone, onStatus, onOpen }: Props) {
  const [search, setSearch] = useState('')
  const list = useQuery({
    ...query.admin.listClients.queryOptions({ input: { search, status: status ?? 'all' } }),
    placeholderData: keepPreviousData,
  })
  return (
    <AdminList
      name="clients"
      list={list}
      search={search}
      onSearch={setSearch}
      isNarrowed={search !== '' || status !== undefined}
      filters={<Filter label="Status" all="All Statuses" names={clientFilters} value={status} onChange={onStatus} />}
      notice={
        <PrivacyNotice title="HIPAA privacy notice">
          This list shows administrative data only. Notes, transcripts and recordings cannot be reached from here.
          Opening a client requires a reason, which is recorded. The client’s organization sees the access in its audit
          trail.
        </PrivacyNotice>
      }
      row={row}
      timeZone={timeZone}
      onOpen={onOpen}
    />
  )
}

const row: Row<AdminClient> = {
  lead: { label: 'Client', title: nameOf, detail: ({ id }) => shortId(id) },
  columns: [
    {
      label: 'Therapist',
      cell: ({ therapist }) => (
        <div>
          {nameOf(therapist)}
          <Below>{therapist.email}</Below>
        </div>
      ),
    },
    { label: 'Status', cell: (client) => <ClientBadge status={client.status} /> },
    { label: 'Organization', cell: ({ organization }) => <span>{organization?.name ?? 'None'}</span> },
    {
      label: 'Created',
      cell: ({ createdAt }, timeZone) => <span className="num">{shownDay(createdAt, timeZone)}</span>,
    },
  ],
}
