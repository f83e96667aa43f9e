import { Button, Group } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { isOrganizationAdmin } from '#shared/rules/roles.ts'
import { query } from '#web/api/client.ts'
import { Detail, Details } from '#web/ui/layout/details.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { roleNames } from '#web/ui/format/role-names.ts'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { PanelBody } from '#web/ui/layout/panel-parts.ts'
import classes from './organizations.module.css'

const RequireSecondFactor = lazyDialog(() => import('./require-second-factor.tsx'))
const RenameOrganization = lazyDialog(() => import('./rename-organization.tsx'))

/** The organization's name and the user's role. */
export function OrganizationDetails({ isReadOnly }: { isReadOnly: boolean }) {
  const organization = useQuery(query.organizations.get.queryOptions())
  const rename = useDialog()
  const require = useDialog()
  const { data } = organization
  const mayChange = data !== undefined && isOrganizationAdmin(data.role) && !data.isDemo && !isReadOnly
  return (
    <Panel
      title="Organization Details"
      query={organization}
      failure="Failed to load organization data"
      loadingLabel="Loading organization"
      skeleton={<Placeholder kind="row" isInset />}
      aside={
        mayChange && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={15} aria-hidden />}
            aria-label="Rename organization"
            onClick={rename.open}
          >
            Rename
          </Button>
        )
      }
    >
      {({ name, role, isDemo, requiresSecondFactor }) => (
        <>
          <div className={classes.details}>
            <Details>
              <Detail name="Name">{name}</Detail>
              <Detail name="Your Role">{roleNames[role]}</Detail>
              <Detail name="Second Factor">
                <Group gap="sm">
                  {requiresSecondFactor ? 'Required of all members' : 'Not required'}
                  {mayChange && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={requiresSecondFactor ? 'Stop requiring a second factor' : 'Require a second factor'}
                      onClick={require.open}
                    >
                      {requiresSecondFactor ? 'Stop Requiring' : 'Require'}
                    </Button>
                  )}
                </Group>
              </Detail>
            </Details>
          </div>
          {isDemo && (
            <PanelBody>
              <Hint>The demo practice is shared, so its name, members and invitations cannot be changed.</Hint>
            </PanelBody>
          )}
          {require.isMounted && (
            <Suspense>
              <RequireSecondFactor opened={require.isOpen} isRequired={requiresSecondFactor} onClose={require.close} />
            </Suspense>
          )}
          {rename.isMounted && (
            <Suspense>
              <RenameOrganization opened={rename.isOpen} name={name} onClose={rename.close} />
            </Suspense>
          )}
        </>
      )}
    </Panel>
  )
}
