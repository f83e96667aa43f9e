import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { shownTime } from '#web/ui/format/dates.ts'
import { ButtonLink, NameLink } from '#web/ui/layout/links.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Hint, HintGroup, Muted } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { PanelBody } from '#web/ui/layout/panel-parts.ts'
import { dashboardDaysQuery } from './dashboard-days.ts'
import { NextStep } from '../next-step.tsx'
import { settingLabels } from '../setting-labels.ts'
import classes from './todays-sessions.module.css'

type Props = {
  today: string
  /** Current time as `HH:mm`. */
  time: string
}

/** Today's sessions by hour with their actions, and a line at the current time. */
export function TodaysSessions({ today, time }: Props) {
  const query = useQuery(dashboardDaysQuery(today))
  const sessions = (query.data?.items ?? []).filter(({ date }) => date === today)
  const [first, last] = [sessions.at(0), sessions.at(-1)]
  return (
    <Panel
      title="Today's Sessions"
      aside={
        first &&
        last && (
          <Hint className="num">
            {shownTime(first.startTime)} to {shownTime(last.endTime)}
          </Hint>
        )
      }
      query={query}
      failure="Failed to load today's sessions"
      loadingLabel="Loading today's sessions"
      skeleton={<Placeholder kind="field" count={3} isInset />}
    >
      {() =>
        sessions.length === 0 ? (
          <PanelBody gap="sm" align="flex-start">
            <Muted>No sessions today. Sessions you schedule, record or upload for today will appear here.</Muted>
            <ButtonLink variant="default" size="xs" to="/calendar" search={{ day: today }}>
              Schedule a session
            </ButtonLink>
          </PanelBody>
        ) : (
          <Rail sessions={sessions} time={time} />
        )
      }
    </Panel>
  )
}

function Rail({ sessions, time }: { sessions: readonly CalendarSession[]; time: string }) {
  const begun = sessions.filter(({ startTime }) => startTime <= time)
  return (
    <ol className={classes.rail}>
      {begun.map((session) => (
        <Stop key={session.id} session={session} />
      ))}
      <li className={classes.now}>
        <VisuallyHidden>Now: </VisuallyHidden>
        <span className="num">{shownTime(time)}</span>
      </li>
      {sessions.slice(begun.length).map((session) => (
        <Stop key={session.id} session={session} />
      ))}
    </ol>
  )
}

function Stop({ session }: { session: CalendarSession }) {
  const { client, clientId, startTime, durationMinutes, settingType, status } = session
  const { label, Icon } = settingLabels[settingType]
  return (
    <li className={classes.stop} data-setting={settingType} data-held={status === 'completed' || undefined}>
      <span className={`${classes.time} num`}>{shownTime(startTime)}</span>
      <div className={classes.what}>
        <NameLink to="/clients/$clientId" params={{ clientId }}>
          {client.firstName} {client.lastName}
        </NameLink>
        <HintGroup gap="3xs" wrap="nowrap">
          <Icon size={15} stroke={1.7} aria-hidden />
          {label}, {durationMinutes} min
        </HintGroup>
      </div>
      <div className={classes.next}>
        <NextStep session={session} today={session.date} />
      </div>
    </li>
  )
}
