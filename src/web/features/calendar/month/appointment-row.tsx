import { ActionIcon, Menu } from '@mantine/core'
import { IconCalendarEvent, IconCalendarOff, IconDots, IconRepeat } from '@tabler/icons-react'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { shownTime, todayIn } from '#web/ui/format/dates.ts'
import { NameLink } from '#web/ui/layout/links.tsx'
import { Hint, HintGroup } from '#web/ui/layout/text.ts'
import { RowActions } from '#web/ui/layout/row-actions.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { NextStep } from '../next-step.tsx'
import { settingLabels } from '../setting-labels.ts'
import classes from './day-list.module.css'

type Props = {
  session: CalendarSession
  timeZone: string
  onReschedule: () => void
  onCancel: () => void
}

/** One appointment: time, client, setting and next action. */
export function AppointmentRow({ session, timeZone, onReschedule, onCancel }: Props) {
  const { client, clientId, startTime, endTime, settingType, type, seriesId } = session
  const { label, Icon } = settingLabels[settingType]
  const isReadOnly = useReadOnly()
  return (
    <li className={classes.row} data-setting={settingType}>
      <div className={classes.what}>
        <Hint className="num">
          {shownTime(startTime)} – {shownTime(endTime)}
        </Hint>
        <NameLink to="/clients/$clientId" params={{ clientId }}>
          {client.firstName} {client.lastName}
        </NameLink>
        <HintGroup>
          <Icon size={15} stroke={1.7} aria-hidden />
          {label}
          {type !== 'Individual' && `, ${type}`}
        </HintGroup>
        {seriesId !== null && (
          <HintGroup>
            <IconRepeat size={15} stroke={1.7} aria-hidden />
            Repeats
          </HintGroup>
        )}
      </div>
      <RowActions>
        <AddToCalendar session={session} timeZone={timeZone} />
        {session.status === 'scheduled' && !isReadOnly && (
          <Menu position="bottom-end" width={200}>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={34}
                aria-label={`Options for ${client.firstName} ${client.lastName}`}
              >
                <IconDots size={18} stroke={1.7} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconCalendarEvent size={16} aria-hidden />} onClick={onReschedule}>
                Reschedule
              </Menu.Item>
              <Menu.Item leftSection={<IconCalendarOff size={16} aria-hidden />} onClick={onCancel}>
                Cancel Session
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </RowActions>
      <div className={classes.next}>
        <NextStep session={session} today={todayIn(timeZone)} />
      </div>
    </li>
  )
}
