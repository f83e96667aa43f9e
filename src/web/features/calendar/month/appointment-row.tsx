import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import { IconCalendarEvent, IconCalendarOff, IconDots, IconRepeat } from '@tabler/icons-react'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { shownTime, todayIn } from '#web/ui/format/dates.ts'
import { AnchorLink } from '#web/ui/layout/links.tsx'
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
        <Text fz="sm" c="dimmed" className="num">
          {shownTime(startTime)} – {shownTime(endTime)}
        </Text>
        <AnchorLink to="/clients/$clientId" params={{ clientId }} c="inherit" fw={600}>
          {client.firstName} {client.lastName}
        </AnchorLink>
        <Group gap={5} fz="sm" c="dimmed">
          <Icon size={15} stroke={1.7} aria-hidden />
          {label}
          {type !== 'Individual' && `, ${type}`}
        </Group>
        {seriesId !== null && (
          <Group gap={5} fz="sm" c="dimmed">
            <IconRepeat size={15} stroke={1.7} aria-hidden />
            Repeats
          </Group>
        )}
      </div>
      <div className={classes.tools}>
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
      </div>
      <div className={classes.next}>
        <NextStep session={session} today={todayIn(timeZone)} />
      </div>
    </li>
  )
}
