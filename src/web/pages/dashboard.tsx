import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { ClientPage } from '#shared/contract/clients.ts'
import { accountQuery } from '#web/api/account.ts'
import { FirstSteps, FirstStepsSkeleton } from '#web/features/clients/first-steps.tsx'
import { activeClientsQuery, RecentClients } from '#web/features/clients/recent-clients.tsx'
import { hourIn, longDateIn } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import classes from './dashboard.module.css'

export const Route = createFileRoute('/_shell/')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(activeClientsQuery),
  component: DashboardPage,
})

function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Good morning'
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening'
}

/** Whether somebody knows the way: more than one session has been held. */
function isAtHome(page: ClientPage | undefined): boolean {
  return (page?.items ?? []).reduce((sum, { sessionCount }) => sum + sessionCount, 0) > 1
}

function TodayToCome() {
  return (
    <Card component="section" padding={0}>
      <EmptyState title="Today's Sessions">
        Your sessions of the day, the week ahead and the minutes to the next session come with a later release.
      </EmptyState>
    </Card>
  )
}

function DashboardPage() {
  const { data: account } = useQuery(accountQuery)
  const clients = useQuery(activeClientsQuery)
  const zone = account?.timeZone ?? ''
  return (
    <Page title={`${greeting(hourIn(zone))}, ${account?.firstName ?? ''}`} tabTitle="Dashboard" lead={longDateIn(zone)}>
      <div className={classes.grid}>
        {isAtHome(clients.data) ? (
          <>
            <RecentClients />
            <TodayToCome />
          </>
        ) : (
          <>
            {clients.isPending ? <FirstStepsSkeleton /> : <FirstSteps clients={clients.data?.items ?? []} />}
            <RecentClients />
          </>
        )}
      </div>
    </Page>
  )
}
