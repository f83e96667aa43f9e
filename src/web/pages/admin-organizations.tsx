import { createFileRoute } from '@tanstack/react-router'
import type { SubscriptionStatus } from '#shared/contract/admin.ts'
import { oneOf, subscriptionNames } from '#web/features/admin/labels.ts'
import { OrganizationDialog } from '#web/features/admin/organization-dialog.tsx'
import { Organizations } from '#web/features/admin/organizations.tsx'
import { readText } from '#web/features/admin/read-search.ts'

type Search = { search?: string | undefined; status?: SubscriptionStatus | undefined; open?: string | undefined }

export const Route = createFileRoute('/admin/organizations')({
  validateSearch: (given): Search => ({
    search: readText(given['search']),
    status: oneOf(subscriptionNames, given['status']),
    open: readText(given['open']),
  }),
  component: OrganizationsPage,
})

function OrganizationsPage() {
  const { search = '', status, open } = Route.useSearch()
  const { timeZone } = Route.useRouteContext().account
  const navigate = Route.useNavigate()
  return (
    <>
      <Organizations
        search={search}
        status={status}
        timeZone={timeZone}
        onSearch={(text) => void navigate({ search: (old) => ({ ...old, search: text || undefined }), replace: true })}
        onStatus={(wanted) => void navigate({ search: (old) => ({ ...old, status: wanted }) })}
        onOpen={(organizationId) => void navigate({ search: (old) => ({ ...old, open: organizationId }) })}
      />
      <OrganizationDialog
        organizationId={open}
        timeZone={timeZone}
        renderInvite={() => null}
        onClose={() => void navigate({ search: (old) => ({ ...old, open: undefined }) })}
      />
    </>
  )
}
