import { Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFirstOpening } from '#web/ui/dialog/lazy-popup.tsx'
import { BellButton } from './bell-button.tsx'
import { bellQuery } from './bell-query.ts'
import { NoticePanel } from './notice-panel.tsx'

/** The bell with its list of notices, which is refetched whenever it opens. */
export default function NoticePopup({ timeZone }: { timeZone: string }) {
  const notices = useQuery(bellQuery)
  const { target, isOpen, setOpen } = useFirstOpening()
  const { refetch } = notices
  useEffect(() => {
    if (isOpen) void refetch()
  }, [isOpen, refetch])
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && setOpen(false)}
      position="bottom-end"
      width="min(380px, calc(100vw - 24px))"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <BellButton ref={target} unread={notices.data?.unread ?? 0} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <NoticePanel notices={notices} timeZone={timeZone} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
