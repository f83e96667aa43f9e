import { Card } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { TrailFilter } from '#shared/contract/audit.ts'
import { isDay } from '#shared/rules/calendar.ts'
import { isOrganizationAdmin } from '#shared/rules/roles.ts'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { accountQuery } from '#web/identity/account.ts'
import { ExportTrail } from '#web/features/audit/export-trail.tsx'
import { OrganizationTrail } from '#web/features/audit/organization-trail.tsx'
import { TrailFilters } from '#web/features/audit/trail-filters.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Hint } from '#web/ui/layout/text.ts'

const idForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const actionForm = /^[a-z_]+\.[a-z_]+$/

function readFilter(search: Record<string, unknown>): TrailFilter {
  const { personId, action, from, to } = search
  return {
    ...(typeof personId === 'string' && idForm.test(personId) && { personId }),
    ...(typeof action === 'string' && actionForm.test(action) && { action }),
    ...(typeof from === 'string' && isDay(from) && { from }),
    ...(typeof to === 'string' && isDay(to) && { to }),
  }
}

export const Route = createFileRoute('/_shell/audit')({
  validateSearch: onlyChecked(readFilter),
  component: AuditPage,
})

function AuditPage() {
  const filter = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: account } = useQuery(accountQuery)
  const organization = account?.organization ?? null
  if (!account || !isOrganizationAdmin(organization?.role ?? null)) {
    return (
      <Page title="Audit trail">
        <Card padding={0}>
          <EmptyState
            title="This is for owners and admins"
            action={
              <ButtonLink variant="default" to="/clients">
                Go to your clients
              </ButtonLink>
            }
          >
            The audit trail is available to owners and admins of an organization. Each client’s page shows who opened
            that client’s record.
          </EmptyState>
        </Card>
      </Page>
    )
  }
  return (
    <Page
      title="Audit trail"
      lead={`What was done at ${organization?.name ?? ''}, and by whom`}
      actions={<ExportTrail filter={filter} />}
    >
      <Card padding={0} component="section" aria-label="Audit trail">
        <TrailFilters
          filter={filter}
          onChange={(changed) =>
            // The URL may still wait for an earlier change.
            void navigate({ search: (old) => readFilter({ ...old, ...changed }), replace: true, resetScroll: false })
          }
        />
        <OrganizationTrail filter={filter} timeZone={account.timeZone} />
      </Card>
      <Hint mt="md" maw="75ch">
        Entries can’t be changed or deleted. Viewing the trail is recorded, too.
      </Hint>
    </Page>
  )
}
