import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { accountQuery } from '#web/identity/account.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { Preferences } from '#web/features/settings/preferences.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Page } from '#web/ui/page.tsx'
import classes from './settings.module.css'

const OrganizationSettings = lazy(() => import('./settings-organization.tsx'))

type Search = { tab?: 'organization' }

export const Route = createFileRoute('/_shell/settings')({
  validateSearch: (search): Search => (search['tab'] === 'organization' ? { tab: 'organization' } : {}),
  component: SettingsPage,
})

function SettingsPage() {
  const { tab = 'preferences' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: account } = useQuery(accountQuery)
  const isReadOnly = useReadOnly()
  return (
    <Page title="Settings">
      <Tabs
        value={tab}
        // Not as a hidden activity, whose effects end: unsaved preferences are asked about from the other tab, too.
        keepMountedMode="display-none"
        onChange={(value) =>
          void navigate({ search: value === 'organization' ? { tab: 'organization' } : {}, replace: true })
        }
      >
        <Tabs.List>
          <Tabs.Tab value="preferences">Preferences</Tabs.Tab>
          <Tabs.Tab value="organization">Organization</Tabs.Tab>
        </Tabs.List>
        {/* Kept while the other one is shown, with what was changed and is not saved yet. */}
        <Tabs.Panel value="preferences" keepMounted className={classes.panel}>
          <div className={classes.preferences}>
            {account && <Preferences account={account} isReadOnly={isReadOnly} />}
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="organization" className={classes.panel}>
          {account && tab === 'organization' && (
            <Suspense
              fallback={
                <Loading label="Loading organization">
                  <Skeleton h={120} />
                </Loading>
              }
            >
              <OrganizationSettings account={account} isReadOnly={isReadOnly} />
            </Suspense>
          )}
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
