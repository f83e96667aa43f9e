import { Badge, Card, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { openFreshDashboard } from '#web/identity/identity-guard.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { confirmLeave } from '#web/identity/leave-guard.ts'
import { roleNames } from '#web/ui/format/role-names.ts'
import { Hint, LeadHint, Strong } from '#web/ui/layout/text.ts'
import { RowAction } from '#web/ui/layout/row-actions.tsx'
import classes from './organizations.module.css'

/** Switches between organizations; hidden for members of only one. */
export function OrganizationSwitcher({ isReadOnly }: { isReadOnly: boolean }) {
  const { data: memberships = [] } = useQuery(query.organizations.mine.queryOptions())
  const enter = useMutation({
    mutationFn: async (organizationId: string) => {
      if (!(await confirmLeave())) return
      await api.organizations.switch({ organizationId })
      openFreshDashboard()
    },
  })
  if (memberships.length < 2 || isReadOnly) return null
  return (
    <Card component="section" aria-labelledby="your-organizations">
      <Title order={2} id="your-organizations">
        Your organizations
      </Title>
      <LeadHint>New clients belong to the organization you are working in. Its members are shown here.</LeadHint>
      <FormError
        message={enter.isError ? readError(enter.error, 'The organization could not be changed.').sentence : null}
      />
      <ul className={classes.list}>
        {memberships.map(({ organizationId, name, role, isCurrent }) => (
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
