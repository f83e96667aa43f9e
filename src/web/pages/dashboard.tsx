import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { localDateTime } from '#shared/rules/local-time.ts'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { accountQuery } from '#web/identity/account.ts'
import { NoOrganization } from '#web/features/accounts/no-organization.tsx'
import { dashboardDaysQuery } from '#web/features/calendar/dashboard/dashboard-days.ts'
import { NextSession } from '#web/features/calendar/dashboard/next-session.tsx'
import { TodaysSessions } from '#web/features/calendar/dashboard/todays-sessions.tsx'
import { WeeklyCalendar } from '#web/features/calendar/dashboard/weekly-calendar.tsx'
import { activeClientsQuery, isPastFirstSteps } from '#web/features/clients/active-clients.ts'
import { ClientSearch } from '#web/features/clients/list/client-search.tsx'
import { InstallHint } from '#web/features/install/install-hint.tsx'
import { RecentSessions } from '#web/features/notes/list/recent-sessions.tsx'
import { recentSessionsQuery } from '#web/features/notes/list/recent-sessions-query.ts'
import { MyQueue } from '#web/features/work-queue/my-queue.tsx'
import { workQueueQuery } from '#web/features/work-queue/work-queue-query.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { Absent, cardNotLoaded, lazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { hourIn, knownZone, longDateIn, todayIn } from '#web/ui/format/dates.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { useNow } from '#web/ui/browser/use-now.ts'
import classes from './dashboard.module.css'

const FirstSteps = lazyPart(
  () => import('#web/features/clients/first-steps.tsx'),
  cardNotLoaded('Failed to load your first steps'),
)
const Welcome = lazyPart(() => import('#web/features/accounts/sign-in/welcome.tsx'), Absent)

const ClientPicker = lazyDialog(() => import('#web/features/clients/list/client-picker.tsx'))

/**
 * `start` opens the selection of a client for a session. The shortcut of the installed app sets it
 * (public/manifest.webmanifest).
 */
type Search = { start?: true }

export const Route = createFileRoute('/_shell/')({
  validateSearch: onlyChecked(({ start }): Search => (start === true ? { start } : {})),
  loader: async ({ context: { account, queryClient } }) => {
    const today = todayIn(account.timeZone)
    void queryClient.prefetchQuery(dashboardDaysQuery(today))
    void queryClient.prefetchQuery(workQueueQuery)
    // The loader waits for these data, because the first card is different for new users.
    await queryClient.prefetchQuery({ ...recentSessionsQuery, retry: false })
    if (mayBeNew(queryClient.getQueryData(recentSessionsQuery.queryKey)))
      await queryClient.prefetchQuery({ ...activeClientsQuery, retry: false })
  },
  component: DashboardPage,
})

/** Returns whether the user may still need the first steps: fewer than two sessions were held. */
function mayBeNew(recent: { items: readonly unknown[] } | undefined): boolean {
  return recent !== undefined && recent.items.length < 2
}

function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Good morning'
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening'
}

function DashboardPage() {
  const { account: known } = Route.useRouteContext()
  const { start = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [isStarting, setStarting] = useState(start)
  // The parameter is removed, so that reloading or going back does not open the selection again.
  useEffect(() => {
    if (start) void navigate({ search: {}, replace: true })
  }, [start, navigate])
  const { firstName, organization, timeZone, viewing, welcomeVideoSeen } = useQuery(accountQuery).data ?? known
  const [isFirstTime] = useState(!welcomeVideoSeen && viewing === null)
  const recent = useQuery(recentSessionsQuery)
  const clients = useQuery({ ...activeClientsQuery, enabled: mayBeNew(recent.data) })
  const now = useNow()
  const { date: today, time } = localDateTime(now, knownZone(timeZone))
  // Users without an organization cannot add clients.
  const isNew =
    viewing === null && organization !== null && clients.data !== undefined && !isPastFirstSteps(clients.data)
  return (
    <Page
      title={`${greeting(hourIn(timeZone, now))}, ${firstName}`}
      tabTitle="Dashboard"
      lead={
        <div className={classes.lead}>
          {longDateIn(timeZone, now)}. <DayInNumbers today={today} />
        </div>
      }
      actions={<ClientSearch className={classes.search} />}
    >
      <NoOrganization />
      <div className={classes.grid}>
        <Stack gap="lg">
          <Suspense>{isNew && <FirstSteps clients={clients.data.items} />}</Suspense>
          <NextSession now={now} timeZone={timeZone} isQuiet={isNew} />
          <TodaysSessions today={today} time={time} />
        </Stack>
        <Stack gap="lg">
          <WeeklyCalendar today={today} />
          <MyQueue timeZone={timeZone} now={now} />
          <RecentSessions />
          {/* The hint is last, because it appears later and would move what is below it. */}
          {viewing === null && recent.data !== undefined && !mayBeNew(recent.data) && <InstallHint />}
        </Stack>
      </div>
      <Suspense>
        {isFirstTime && <Welcome />}
        {viewing === null && <ClientPicker opened={isStarting} purpose="start" onClose={() => setStarting(false)} />}
      </Suspense>
    </Page>
  )
}

/** Summarizes the day, e.g. `5 sessions today, 1 documented.` Empty while the sessions are unknown. */
function DayInNumbers({ today }: { today: string }) {
  const items = useQuery(dashboardDaysQuery(today)).data?.items.filter(({ date }) => date === today)
  if (items === undefined) return null
  if (items.length === 0) return 'No sessions today.'
  const documented = items.filter(({ status, toWrite }) => status === 'completed' && !toWrite).length
  return `${items.length} ${items.length === 1 ? 'session' : 'sessions'} today, ${documented} documented.`
}
