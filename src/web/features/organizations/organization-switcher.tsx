import { Badge, Card, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Membership } from '#shared/contract/organizations.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { openFreshDashboard } from '#web/identity/identity-guard.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { confirmLeave } from '#web/identity/leave-guard.ts'
import { roleNames } from '#web/ui/format/role-names.ts'
import { Hint, LeadHint, Strong } from '#web/ui/layout/text.ts'
import { RowAction } from '#web/ui/layout/row-actions.tsx'
import classes from './organizations.module.css'

/** Switches between organizations; hidden for members of only one. */
export function OrganizationSwitcher({ isReadOnly }: { isReadOnly: boolean }) {
  const memberships = useQuery(query.organizations.mine.queryOptions())
  if (isReadOnly || (!memberships.isError && (memberships.data ?? []).length < 2)) return null
  return (
    <Organizations title="Your organizations" memberships={memberships}>
      New clients belong to the organization you are working in. Its members are shown here.
    </Organizations>
  )
}

/** Offers the organizations that a user without a required second factor can still open. Hidden if there are none. */
export function OpenOrganizations() {
  const memberships = useQuery(query.organizations.mine.queryOptions())
  if (!memberships.isError && (memberships.data ?? []).length === 0) return null
  return (
    <Organizations title="Your other organizations" memberships={memberships}>
      You can open these without a second factor.
    </Organizations>
  )
}

type Props = {
  title: string
  memberships: {
    data: Membership[] | undefined
    isError: boolean
    error: unknown
    refetch: () => Promise<unknown>
  }
  children: ReactNode
}

function Organizations({ title, memberships: { data, isError, error, refetch }, children }: Props) {
  const enter = useMutation({
    mutationFn: async (organizationId: string) => {
      if (!(await confirmLeave())) return
      await api.organizations.switch({ organizationId })
      openFreshDashboard()
    },
  })
  return (
    <Card component="section" aria-labelledby="your-organizations">
      <Title order={2} id="your-organizations">
        {title}
      </Title>
      {isError && (
        <LoadFailure error={error} fallback="Failed to load your organizations" onRetry={() => void refetch()} />
      )}
      {data && <LeadHint>{children}</LeadHint>}
      <FormError
        message={enter.isError ? readError(enter.error, 'The organization could not be changed.').sentence : null}
      />
      <ul className={classes.list}>
        {data?.map(({ organizationId, name, role, isCurrent }) => (
          <li key={organizationId} className={classes.row}>
            <div>
              <Strong className={classes.name}>{name}</Strong>
              <Hint>{roleNames[role]}</Hint>
            </div>
            {isCurrent ? (
              <Badge>Current</Badge>
            ) : (
              <RowAction
                aria-label={`Switch to ${name}`}
                disabled={enter.isPending}
                onClick={() => enter.mutate(organizationId)}
              >
                Switch
              </RowAction>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
