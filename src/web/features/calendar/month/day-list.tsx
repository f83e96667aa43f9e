import { Button, Card, Stack, Title } from '@mantine/core'
import type { Ref } from 'react'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { AppointmentRow } from './appointment-row.tsx'
import { countName, dayName } from '../days.ts'
import classes from './day-list.module.css'

type Props = {
  day: string
  /** Undefined while the sessions are loading. */
  sessions: readonly CalendarSession[] | undefined
  timeZone: string
  heading: Ref<HTMLHeadingElement>
  onSchedule: () => void
  onReschedule: (session: CalendarSession) => void
  onCancel: (session: CalendarSession) => void
}

/** The appointments of the selected day, with their actions. */
export function DayList({ day, sessions, timeZone, heading, onSchedule, onReschedule, onCancel }: Props) {
  const isReadOnly = useReadOnly()
  const list = sessions?.filter(({ date }) => date === day)
  return (
    <Card component="section" aria-labelledby="calendar-day">
      <Title order={2} id="calendar-day" ref={heading} tabIndex={-1} className={classes.heading}>
        {dayName(day)}
      </Title>
      {list === undefined ? (
        <Loading label="Loading appointments">
          <Placeholder kind="box" count={2} />
        </Loading>
      ) : (
        <>
          <Hint>{countName(list.length)}</Hint>
          {list.length === 0 ? (
            <Stack gap="sm" mt="sm" align="flex-start">
              <Hint>Sessions you schedule, record or upload for this day will appear here.</Hint>
              {!isReadOnly && (
                <Button variant="default" size="xs" onClick={onSchedule}>
                  Schedule for this day
                </Button>
              )}
            </Stack>
          ) : (
            <ul className={classes.list}>
              {list.map((session) => (
                <AppointmentRow
                  key={session.id}
                  session={session}
                  timeZone={timeZone}
                  onReschedule={() => onReschedule(session)}
                  onCancel={() => onCancel(session)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </Card>
  )
}
