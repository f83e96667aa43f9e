import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { Suspense } from 'react'
import type { SubscriptionStatus } from '#shared/contract/admin-organizations.ts'
import { invitedRoles } from '#shared/rules/roles.ts'
import { api, query } from '#web/api/client.ts'
import { oneOf, subscriptionNames } from '#web/features/admin/labels.ts'
import { type InviteProps, OrganizationDialog } from '#web/features/admin/organizations/organization-dialog.tsx'
import { OrganizationList } from '#web/features/admin/organizations/organization-list.tsx'
import { readText } from '#web/features/admin/list/read-search.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'

const InviteMember = lazyDialog(() => import('#web/features/invitations/invite-member.tsx'))

type Search = { status?: SubscriptionStatus | undefined; open?: string | undefined }

export const Route = createFileRoute('/admin/organizations')({
  validateSearch: (given): Search => ({
    status: oneOf(subscriptionNames, given['status']),
    open: readText(given['open']),
  }),
  component: OrganizationsPage,
})

function OrganizationsPage() {
  const { status, open } = Route.useSearch()
  // Searches contain names and email addresses, which must not be stored in the browser's history.
  const [search, setSearch] = useState('')
  const { timeZone } = Route.useRouteContext().account
  const navigate = Route.useNavigate()
  return (
    <>
      <OrganizationList
        search={search}
        status={status}
        timeZone={timeZone}
        onSearch={setSearch}
        onStatus={(wanted) => void navigate({ search: (old) => ({ ...old, status: wanted }) })}
        onOpen={(organizationId) => void navigate({ search: (old) => ({ ...old, open: organizationId }) })}
      />
      <OrganizationDialog
        organizationId={open}
        timeZone={timeZone}
        renderInvite={(props) => <Invite {...props} />}
        onClose={() => void navigate({ search: (old) => ({ ...old, open: undefined }) })}
      />
    </>
  )
}

/** The dialog is shared with Settings. */
function Invite({ organization, opened, onClose }: InviteProps) {
  const cache = useQueryClient()
  const therapists = organization.members.flatMap(({ role, user: { id, ...person } }) =>
    role === 'therapist' ? [{ userId: id, ...person }] : [],
  )
  return (
    <Suspense>
      <InviteMember
        opened={opened}
        roles={invitedRoles}
        therapists={{ data: therapists, isError: false, error: null, refetch: async () => {} }}
        send={async (invitation) => {
          const sentInvitation = await api.admin.invite({ organizationId: organization.id, ...invitation })
          await cache.invalidateQueries({ queryKey: query.admin.key() })
          return sentInvitation
        }}
        onClose={onClose}
      />
    </Suspense>
  )
}
