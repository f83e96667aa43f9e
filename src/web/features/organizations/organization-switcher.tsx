import { Badge, Button, Card, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { openFreshDashboard } from '#web/identity/identity-guard.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { confirmLeave } from '#web/identity/leave-guard.ts'
import { roleNames } from '#web/ui/format/role-names.ts'
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
      <Text c="dimmed" fz="sm" mt={2}>
        New clients belong to the organization you are working in. Its members are shown here.
      </Text>
      <FormError
        message={enter.isError ? readError(enter.error, 'The organization could not be changed.').sentence : null}
      />
      <ul className={classes.list}>
        {memberships.map(({ organizationId, name, role, isCurrent }) => (
          <li key={organizationId} className={classes.row}>
            <div>
              <Text fw={600} className={classes.name}>
                {name}
              </Text>
              <Text fz="sm" c="dimmed">
                {roleNames[role]}
              </Text>
            </div>
            {isCurrent ? (
              <Badge>Current</Badge>
            ) : (
              <Button
                variant="default"
                size="xs"
                aria-label={`Switch to ${name}`}
                disabled={enter.isPending}
                onClick={() => enter.mutate(organizationId)}
              >
                Switch
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
