import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isOrganizationAdmin } from '#shared/rules/roles.ts'
import { query } from '#web/api/client.ts'
import { nameList } from '#web/ui/format/name-list.ts'
import { roleNames } from '#web/ui/format/role-names.ts'

/** Shown to users who cannot manage the plan: says who can. */
export function WhoManages({ isReadOnly }: { isReadOnly: boolean }) {
  const organization = useQuery(query.organizations.get.queryOptions())
  const members = useQuery(query.members.list.queryOptions())
  const admins = members.data?.items.filter(({ role, isActive }) => isActive && isOrganizationAdmin(role)) ?? []
  return (
    <Alert role="note" color="gray" title="Who manages plan and payments">
      {isReadOnly
        ? 'While you view data as another user, payment methods and invoices are not shown and nothing can be changed.'
        : organization.data?.isDemo === true
          ? 'The demo practice is shared, so its plan cannot be changed.'
          : admins.length === 0
            ? 'Owners and admins of your organization choose the plan and pay it.'
            : `${namesOf(admins)} ${admins.length === 1 ? 'chooses' : 'choose'} the plan and pay${admins.length === 1 ? 's' : ''} it. Ask them if you need another one.`}
    </Alert>
  )
}

type Person = { firstName: string; lastName: string; role: keyof typeof roleNames }

function namesOf(people: readonly Person[]): string {
  const names = people.map(
    ({ firstName, lastName, role }) => `${`${firstName} ${lastName}`.trim()} (${roleNames[role]})`,
  )
  return nameList(names)
}
