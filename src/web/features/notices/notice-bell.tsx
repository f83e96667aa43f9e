import { ActionIcon, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'
import { NoticePanel } from './notice-panel.tsx'
import classes from './notices.module.css'

const lookAgainMs = 2 * 60_000

/** The bell in the top bar: number of unread notices, refreshed every two minutes, and their list. */
export function NoticeBell({ timeZone }: { timeZone: string }) {
  const notices = useQuery({ ...query.notices.list.queryOptions(), refetchInterval: lookAgainMs })
  const [isOpen, panel] = useDisclosure()
  const unread = notices.data?.unread ?? 0
  const open = () => {
    panel.open()
    void notices.refetch()
  }
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && panel.close()}
      position="bottom-end"
      width="min(380px, calc(100vw - 24px))"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          className={classes.bell}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
          onClick={isOpen ? panel.close : open}
        >
          <IconBell size={18} aria-hidden />
          {unread > 0 && (
            <span className={classes.count} aria-hidden>
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <NoticePanel notices={notices} timeZone={timeZone} onClose={panel.close} />
      </Popover.Dropdown>
    </Popover>
  )
}
