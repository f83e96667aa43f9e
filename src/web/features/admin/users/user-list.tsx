import { Badge } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OrganizationRole } from '#shared/contract/accounts.ts'
import type { AdminUser } from '#shared/contract/admin-users.ts'
import { query } from '#web/api/client.ts'
import { shownDay } from '#web/ui/format/dates.ts'
import { roleNames } from '#web/ui/format/role-names.ts'
import { AdminList, type Row } from '../list/admin-list.tsx'
import { Filter } from '../list/filter.tsx'
import { nameOf, shortId } from '../labels.ts'
import { Below } from '../list/list-parts.tsx'

type Props = {
  search: string
  role: OrganizationRole | undefined
  timeZone: string
  onSearch: (text: string) => void
  onRole: (role: OrganizationRole | undefined) => void
  onOpen: (userId: string) => void
}

/** All accounts, newest first. */
export function UserList({ search, role, timeZone, onSearch, onRole, onOpen }: Props) {
  const list = useQuery({
    ...query.admin.listUsers.queryOptions({ input: { search, role: role ?? 'all' } }),
    placeholderData: keepPreviousData,
  })
  return (
    <AdminList
      name="users"
      list={list}
      search={search}
      onSearch={onSearch}
      isNarrowed={search !== '' || role !== undefined}
      filters={<Filter label="Role" all="All Roles" names={roleNames} value={role} onChange={onRole} />}
      row={row}
      timeZone={timeZone}
      onOpen={onOpen}
    />
  )
}

const row: Row<AdminUser> = {
  lead: {
    label: 'User',
    title: nameOf,
    detail: ({ id, isActive, isPlatformAdmin }) => (
      <>
        {shortId(id)} {!isActive && <Badge color="gray">Inactive</Badge>}{' '}
        {isPlatformAdmin && <Badge>Platform admin</Badge>}
      </>
    ),
  },
  columns: [
    { label: 'Email', cell: ({ email }) => <span>{email}</span> },
    { label: 'License', cell: ({ licenseType }) => <span>{licenseType}</span> },
    // Users who joined by invitation have no clinic name of their own.
    {
      label: 'Clinic',
      cell: ({ clinicName, organization }) => <span>{clinicName || organization?.name || 'Not given'}</span>,
    },
    {
      label: 'Role & Created',
      cell: ({ organization, createdAt }, timeZone) => (
        <div>
          {organization ? roleNames[organization.role] : 'No organization'}
          <Below>{shownDay(createdAt, timeZone)}</Below>
        </div>
      ),
    },
  ],
}
