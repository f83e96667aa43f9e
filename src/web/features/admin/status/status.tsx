import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AdminStatus } from '#shared/contract/admin-status.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { RefreshButton } from '../list/list-parts.tsx'
import { SecondFactorMissing } from '../second-factor-missing.tsx'
import { FailedSessions } from '../sessions/failed-sessions.tsx'
import { LastBackup } from './last-backup.tsx'

const refreshMs = 15_000

/** The state of the installation: sessions to run again, and its services. */
export function Status({ timeZone }: { timeZone: string }) {
  const status = useQuery({ ...query.admin.status.queryOptions(), refetchInterval: refreshMs })
  const needsSecondFactor = status.isError && readError(status.error).code === 'second_factor_missing'
  return (
    <Page
      title="Status"
      tabTitle="Status, admin"
      lead={status.data ? `Attend ${status.data.version}` : undefined}
      actions={<RefreshButton list={status} />}
    >
      {needsSecondFactor ? (
        <SecondFactorMissing />
      ) : (
        <Stack gap="lg">
          <FailedSessions timeZone={timeZone} />
          <Panel<AdminStatus>
            title="Services"
            query={status}
            failure="The status could not be loaded. Try again."
            loadingLabel="Loading services"
            skeleton={<Placeholder kind="row" count={1} isInset />}
          >
            {({ backup }) => <LastBackup backup={backup} timeZone={timeZone} />}
          </Panel>
        </Stack>
      )}
    </Page>
  )
}
