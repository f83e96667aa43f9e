import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { accountQuery } from '#web/api/account.ts'
import { FirstSteps, FirstStepsSkeleton } from '#web/features/clients/first-steps.tsx'
import { activeClientsQuery, RecentClients } from '#web/features/clients/recent-clients.tsx'
import { hourIn, longDateIn } from '#web/ui/dates.ts'
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

function DashboardPage() {
  const { data: account } = useQuery(accountQuery)
  const clients = useQuery(activeClientsQuery)
  const zone = account?.timeZone ?? ''
  return (
    <Page title={`${greeting(hourIn(zone))}, ${account?.firstName ?? ''}`} tabTitle="Dashboard" lead={longDateIn(zone)}>
      <div className={classes.grid}>
        {clients.isPending ? <FirstStepsSkeleton /> : <FirstSteps clients={clients.data?.items ?? []} />}
        <RecentClients />
      </div>
    </Page>
  )
}
