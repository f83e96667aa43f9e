import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AdminOrganization, SubscriptionStatus } from '#shared/contract/admin-organizations.ts'
import { query } from '#web/api/client.ts'
import { shownDay } from '#web/ui/format/dates.ts'
import { AdminList, type Row } from '../list/admin-list.tsx'
import { Filter } from '../list/filter.tsx'
import { planNames, shortId, subscriptionNames } from '../labels.ts'
import { SubscriptionBadge } from '../list/status-badges.tsx'

type Props = {
  search: string
  status: SubscriptionStatus | undefined
  timeZone: string
  onSearch: (text: string) => void
  onStatus: (status: SubscriptionStatus | undefined) => void
  onOpen: (organizationId: string) => void
}

/** All organizations, newest first. */
export function OrganizationList({ search, status, timeZone, onSearch, onStatus, onOpen }: Props) {
  const list = useQuery({
    ...query.admin.listOrganizations.queryOptions({ input: { search, status: status ?? 'all' } }),
    placeholderData: keepPreviousData,
  })
  return (
    <AdminList
      name="organizations"
      list={list}
      search={search}
      onSearch={onSearch}
      isNarrowed={search !== '' || status !== undefined}
      filters={
        <Filter label="Status" all="All Statuses" names={subscriptionNames} value={status} onChange={onStatus} />
      }
      row={row}
      timeZone={timeZone}
      onOpen={onOpen}
    />
  )
}

const row: Row<AdminOrganization> = {
  lead: { label: 'Organization', title: ({ name }) => name, detail: ({ id }) => shortId(id) },
  columns: [
    {
      label: 'Members/Clients/Invitations',
      cell: ({ counts }) => (
        <span className="num">
          {counts.members} / {counts.clients} / {counts.pendingInvitations} pending
        </span>
      ),
    },
    { label: 'Plan', cell: ({ subscriptionPlan }) => <span>{planNames[subscriptionPlan]}</span> },
    { label: 'Status', cell: ({ subscriptionStatus }) => <SubscriptionBadge status={subscriptionStatus} /> },
    {
      label: 'Created',
      cell: ({ createdAt }, timeZone) => <span className="num">{shownDay(createdAt, timeZone)}</span>,
    },
  ],
}
