import { ActionIcon, Menu } from '@mantine/core'
import { IconBrandGoogle, IconBrandWindows, IconCalendarPlus, IconDownload } from '@tabler/icons-react'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { sessionTitle } from '#shared/rules/session-title.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { calendarLinks } from './calendar-links.ts'
import { saveCalendarFile } from './save-calendar-file.ts'

type Props = { session: CalendarSession; timeZone: string }

/** Exports a session to Google, Outlook or a calendar file. */
export function AddToCalendar({ session, timeZone }: Props) {
  const { google, outlook } = calendarLinks(session, timeZone)
  const elsewhere = { component: 'a', target: '_blank', rel: 'noreferrer' } as const
  const download = async () => {
    try {
      saveCalendarFile(await api.sessions.exportSession({ sessionId: session.id }))
    } catch (error) {
      showFailure(readError(error, 'The calendar file could not be created. Try again.').sentence)
    }
  }
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={`Add to calendar: ${session.client.firstName} ${session.client.lastName}`}
        >
          <IconCalendarPlus size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Shown there as “{sessionTitle(session.client)}”</Menu.Label>
        <Menu.Item {...elsewhere} href={google} leftSection={<IconBrandGoogle size={16} aria-hidden />}>
          Google Calendar
        </Menu.Item>
        <Menu.Item {...elsewhere} href={outlook} leftSection={<IconBrandWindows size={16} aria-hidden />}>
          Outlook
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void download()}>
          Download ICS
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
