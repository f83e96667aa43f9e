import { Group, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { HintGroup } from '#web/ui/layout/text.ts'
import { dashboardDaysQuery, weekOf } from './dashboard-days.ts'
import { countName, dayName } from '../days.ts'
import { settingLabels } from '../setting-labels.ts'
import classes from './weekly-calendar.module.css'

/** Number of bars that fit into a day. Further sessions are shown as a number. */
const maxBars = 6

/** The current week from Sunday, with one bar per session. A day links to the calendar. */
export function WeeklyCalendar({ today }: { today: string }) {
  const week = useQuery(dashboardDaysQuery(today))
  const days = weekOf(today)
  return (
    <Panel
      title="Weekly Calendar"
      aside={
        <AnchorLink to="/calendar" size="sm">
          Open calendar
        </AnchorLink>
      }
      query={week}
      failure="Failed to load weekly sessions"
      loadingLabel="Loading the week"
      skeleton={
        <div className={classes.body}>
          <Skeleton className={classes.placeholder} />
          <Skeleton height={14} width={180} mt="sm" mb="3xs" />
        </div>
      }
    >
      {({ items }) => (
        <div className={classes.body}>
          <ul className={classes.week}>
            {days.map((day) => (
              <li key={day}>
                <Day day={day} isToday={day === today} sessions={items.filter(({ date }) => date === day)} />
              </li>
            ))}
          </ul>
          <HintGroup gap="lg" mt="xs" aria-hidden>
            {(['in-person', 'telehealth'] as const).map((setting) => (
              <Group key={setting} gap="2xs">
                <i className={classes.bar} data-setting={setting} />
                {settingLabels[setting].label}
              </Group>
            ))}
          </HintGroup>
        </div>
      )}
    </Panel>
  )
}

type DayProps = { day: string; isToday: boolean; sessions: readonly CalendarSession[] }

function Day({ day, isToday, sessions }: DayProps) {
  const isMore = sessions.length > maxBars
  return (
    <Link to="/calendar" search={{ day }} className={classes.day} aria-current={isToday ? 'date' : undefined}>
      <VisuallyHidden>{`${dayName(day)}, ${settingCounts(sessions)}`}</VisuallyHidden>
      <span className={classes.weekday} aria-hidden>
        {dayName(day).slice(0, 3)}
      </span>
      <span className={`${classes.number} num`} aria-hidden>
        {Number(day.slice(-2))}
      </span>
      <span className={classes.bars} aria-hidden>
        {sessions.slice(0, isMore ? maxBars - 2 : maxBars).map(({ id, settingType }) => (
          <i key={id} className={classes.bar} data-setting={settingType} />
        ))}
        {isMore && <span className={`${classes.more} num`}>+{sessions.length - maxBars + 2}</span>}
      </span>
    </Link>
  )
}

/** Counts the appointments, e.g. `3 appointments, 1 of them telehealth`. */
function settingCounts(sessions: readonly CalendarSession[]): string {
  const remote = sessions.filter(({ settingType }) => settingType === 'telehealth').length
  return `${countName(sessions.length)}${remote > 0 ? `, ${remote} of them telehealth` : ''}`
}
