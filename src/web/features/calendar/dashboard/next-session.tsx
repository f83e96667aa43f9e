import { Card, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { query } from '#web/api/client.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { knownZone, shownTime, todayIn } from '#web/ui/format/dates.ts'
import { BlankFigurePanel, FigurePanel } from '#web/ui/layout/figure-panel.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { HintGroup, Lead, LeadHint, Strong } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { Actions } from '#web/ui/layout/panel-parts.ts'
import { countdown, nextSession } from './countdown.ts'
import { dashboardDaysQuery } from './dashboard-days.ts'
import { dayName } from '../days.ts'
import { settingLabels } from '../setting-labels.ts'
import classes from './next-session.module.css'

/** How many minutes before its appointment a session may start. */
const startsWithinMinutes = 60

type Props = {
  now: Date
  timeZone: string
  /** Whether to hide the panel if there is no next session. */
  isQuiet: boolean
}

/**
 * The time until the next session, its client and a summary of the last note. The panel has the same height in all
 * states.
 */
export function NextSession({ now, timeZone, isQuiet }: Props) {
  const today = todayIn(timeZone, now)
  const ahead = useQuery(dashboardDaysQuery(today))
  const next = ahead.data && nextSession(ahead.data.items, knownZone(timeZone), now)
  if (isQuiet && !next) return null
  if (ahead.isError && !ahead.data) {
    return (
      <Card component="section" aria-label="Next session" padding={0} className={classes.failed}>
        <LoadFailure error={ahead.error} fallback="Failed to load" onRetry={() => void ahead.refetch()} />
      </Card>
    )
  }
  if (next === undefined) {
    return (
      <Card padding={0} className={classes.card}>
        <BlankFigurePanel />
        <Loading label="Loading the next session" className={classes.body}>
          <Skeleton height={24} width={180} />
          <Skeleton height={16} width={220} mt="sm" />
          <Skeleton height={96} mt="md" />
        </Loading>
      </Card>
    )
  }
  if (next === null) {
    return (
      <Card component="section" aria-label="Next session" padding={0} className={classes.card}>
        <BlankFigurePanel>No upcoming sessions</BlankFigurePanel>
        <div className={classes.body}>
          <Title order={2}>No session in the next seven days</Title>
          <Lead maw="52ch">
            Add appointments to your calendar to see your next session and a summary of the last note here.
          </Lead>
          <Actions>
            <ButtonLink variant="default" to="/calendar">
              Open calendar
            </ButtonLink>
          </Actions>
        </div>
      </Card>
    )
  }
  return <UpcomingSession session={next.session} minutes={next.minutes} isToday={next.session.date === today} />
}

function UpcomingSession({
  session,
  minutes,
  isToday,
}: {
  session: CalendarSession
  minutes: number
  isToday: boolean
}) {
  const isReadOnly = useReadOnly()
  const { client, clientId, date, startTime, endTime, settingType } = session
  const { label, Icon } = settingLabels[settingType]
  const { figure, words } = countdown(minutes)
  const mayStart = !isReadOnly && minutes <= startsWithinMinutes
  return (
    <Card component="section" aria-label="Next session" padding={0} className={classes.card}>
      <FigurePanel figure={figure}>{words}</FigurePanel>
      <div className={classes.body}>
        <Title order={2}>
          {client.firstName} {client.lastName}
        </Title>
        <HintGroup gap="sm" mt="4xs">
          <span className="num">
            {!isToday && `${dayName(date)}, `}
            {shownTime(startTime)} – {shownTime(endTime)}
          </span>
          <Group gap="3xs">
            <Icon size={15} stroke={1.7} aria-hidden />
            {label}
          </Group>
        </HintGroup>
        <LastSession clientId={clientId} />
        <Actions gap="sm">
          {mayStart && (
            <ButtonLink
              to="/session/$clientId"
              params={{ clientId }}
              search={{ appointment: session.id }}
              leftSection={<IconMicrophone size={17} stroke={1.8} aria-hidden />}
            >
              Start Session
            </ButtonLink>
          )}
          {mayStart && (
            <ButtonLink variant="default" to="/write-note" search={{ client: clientId, appointment: session.id }}>
              Write note
            </ButtonLink>
          )}
          <ButtonLink variant={mayStart ? 'subtle' : 'default'} to="/clients/$clientId" params={{ clientId }}>
            Open client
          </ButtonLink>
        </Actions>
      </div>
    </Card>
  )
}

/** Two lines of the last note: what happened, and what to follow up on. */
function LastSession({ clientId }: { clientId: string }) {
  const previous = useQuery(query.notes.previous.queryOptions({ input: { clientId } }))
  if (previous.isError) {
    return (
      <div className={classes.last}>
        <LoadFailure error={previous.error} fallback="Failed to load" onRetry={() => void previous.refetch()} />
      </div>
    )
  }
  if (previous.isPending) {
    return (
      <Loading label="Loading the last session" className={classes.last}>
        <Placeholder kind="line" count={3} />
      </Loading>
    )
  }
  const { session, summary, focusAreas } = previous.data
  const lines = [...summary.slice(0, focusAreas.length === 0 ? 2 : 1), ...focusAreas].slice(0, 2)
  return (
    <div className={classes.last}>
      <Strong size="sm">From the last session</Strong>
      {lines.length > 0 ? (
        <ul className={classes.lines}>
          {lines.map((line) => (
            <li key={line}>
              <Text span inherit lineClamp={2}>
                {line}
              </Text>
            </li>
          ))}
        </ul>
      ) : (
        <LeadHint>
          {session === null ? 'No notes yet from earlier sessions.' : 'The last note has no summary yet.'}
        </LeadHint>
      )}
    </div>
  )
}
