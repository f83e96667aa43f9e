import { Alert, Button, Card } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Appointment, CalendarSession } from '#shared/contract/sessions.ts'
import { addMonths, isDay, monthOf } from '#shared/rules/calendar.ts'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { accountQuery } from '#web/identity/account.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { DayList } from '#web/features/calendar/month/day-list.tsx'
import { monthName, monthQuery } from '#web/features/calendar/days.ts'
import { overlapText } from '#web/features/calendar/schedule/double-booking.tsx'
import { ExportMonth } from '#web/features/calendar/month/export-month.tsx'
import { MonthGrid } from '#web/features/calendar/month/month-grid.tsx'
import { MonthNavigation } from '#web/features/calendar/month/month-navigation.tsx'
import { useShownDay } from '#web/features/calendar/month/use-shown-day.ts'
import { useSeriesChanges } from '#web/features/calendar/change/use-series-changes.ts'
import { timesOf, useCalendarChanges } from '#web/features/calendar/change/use-calendar-changes.ts'
import { useNow } from '#web/ui/browser/use-now.ts'
import { knownZone, todayIn } from '#web/ui/format/dates.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import classes from './calendar.module.css'

const ScheduleSession = lazyDialog(() => import('#web/features/calendar/schedule/schedule-session.tsx'))
const RescheduleSession = lazyDialog(() => import('#web/features/calendar/change/reschedule-session.tsx'))
const MoveSession = lazyDialog(() => import('#web/features/calendar/change/move-session.tsx'))
const CancelSession = lazyDialog(() => import('#web/features/calendar/change/cancel-session.tsx'))

type Search = { day?: string; schedule?: true }

const readSearch = onlyChecked(({ day, schedule }): Search => ({
  ...(typeof day === 'string' && isDay(day) && { day }),
  ...(schedule === true && { schedule }),
}))

export const Route = createFileRoute('/_shell/calendar')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { day } }) => ({ day }),
  loader: ({ context, deps }) => {
    const day = deps.day ?? todayIn(context.account.timeZone)
    void context.queryClient.prefetchQuery(monthQuery(monthOf(day)))
  },
  component: CalendarPage,
})

function CalendarPage() {
  const { day: asked, schedule } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { account: known } = Route.useRouteContext()
  const timeZone = knownZone((useQuery(accountQuery).data ?? known).timeZone)
  const today = todayIn(timeZone, useNow())
  const [day, setDay] = useShownDay(asked, today)
  const month = monthOf(day)
  const sessions = useQuery(monthQuery(month))
  const items = sessions.data?.items
  const { move, cancel } = useCalendarChanges()
  const { moveFollowing, cancelFollowing } = useSeriesChanges()
  const isReadOnly = useReadOnly()
  const heading = useRef<HTMLHeadingElement>(null)
  const scheduling = useDialog()
  const moving = useDialog()
  const dragging = useDialog()
  const cancelling = useDialog()
  const [changing, setChanging] = useState<CalendarSession | null>(null)
  const [dragged, setDragged] = useState<{ session: CalendarSession; to: Appointment } | null>(null)
  const [isCancelled, setCancelled] = useState(false)

  const openScheduling = scheduling.open
  useEffect(() => {
    if (schedule !== true) return
    if (!isReadOnly) openScheduling()
    void navigate({ search: ({ day: kept }) => ({ day: kept }), replace: true, resetScroll: false })
    // oxlint-disable-next-line react/exhaustive-deps -- runs once for each request to schedule
  }, [schedule])

  const select = (wanted: string) => {
    if (!isDay(wanted)) return
    setDay(wanted)
    void navigate({ search: { day: wanted }, replace: true, resetScroll: false })
  }
  const open = (wanted: string) => {
    select(wanted)
    heading.current?.focus()
  }
  const drop = (session: CalendarSession, onDay: string) => {
    const to = { ...timesOf(session), date: onDay }
    if (session.seriesId === null) return moveOne(session, to)
    setDragged({ session, to })
    return dragging.open()
  }
  const moveOne = (session: CalendarSession, to: Appointment) => {
    const overlap = overlapText(items ?? [], to, session.id)
    move.mutate({ session, to, ...(overlap !== null && { note: ` ${overlap}` }) })
  }

  return (
    <Page
      title={monthName(month)}
      tabTitle="Calendar"
      heading={
        <span className={classes.title} aria-live="polite">
          {monthName(month)}
        </span>
      }
      beside={
        <MonthNavigation onMonth={(by) => select(addMonths(day, by))} onToday={() => select(todayIn(timeZone))} />
      }
      actions={
        <>
          <ExportMonth month={month} isEmpty={items?.every(({ date }) => monthOf(date) !== month) ?? false} />
          {!isReadOnly && (
            <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={scheduling.open}>
              Schedule Session
            </Button>
          )}
        </>
      }
    >
      {sessions.isError ? (
        <Card padding={0}>
          <LoadFailure
            error={sessions.error}
            fallback="Failed to load monthly sessions"
            onRetry={() => void sessions.refetch()}
          />
        </Card>
      ) : (
        <div className={classes.layout}>
          <Card padding={0} className={classes.month}>
            {sessions.data?.isComplete === false && (
              <Alert color="ochre" radius={0}>
                This month has more sessions than can be shown. The first {sessions.data.items.length} are here.
              </Alert>
            )}
            <MonthGrid selected={day} today={today} sessions={items} onSelect={select} onOpen={open} onMove={drop} />
          </Card>
          <DayList
            day={day}
            sessions={items}
            timeZone={timeZone}
            heading={heading}
            onSchedule={scheduling.open}
            onReschedule={(session) => {
              setChanging(session)
              moving.open()
            }}
            onCancel={(session) => {
              setChanging(session)
              setCancelled(false)
              cancelling.open()
            }}
          />
        </div>
      )}
      <Suspense>
        {scheduling.isMounted && (
          <ScheduleSession opened={scheduling.isOpen} day={day} onClose={scheduling.close} onScheduled={select} />
        )}
        {changing && moving.isMounted && (
          <RescheduleSession
            opened={moving.isOpen}
            session={changing}
            onClose={moving.close}
            // If the session is moved to another day, the opener no longer exists.
            returnFocus={changing.date === day}
            onMove={(to, scope) => {
              if (scope === 'this') move.mutate({ session: changing, to })
              else moveFollowing.mutate({ session: changing, to })
              if (to.date !== day) open(to.date)
            }}
          />
        )}
        {dragged && dragging.isMounted && (
          <MoveSession
            opened={dragging.isOpen}
            {...dragged}
            onClose={dragging.close}
            onMove={(scope) => {
              if (scope === 'this') moveOne(dragged.session, dragged.to)
              else moveFollowing.mutate(dragged)
            }}
          />
        )}
        {changing && cancelling.isMounted && (
          <CancelSession
            opened={cancelling.isOpen}
            session={changing}
            onClose={cancelling.close}
            returnFocus={!isCancelled}
            onConfirm={(scope) => {
              setCancelled(true)
              if (scope === 'this') cancel.mutate(changing)
              else cancelFollowing.mutate(changing)
              heading.current?.focus()
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
