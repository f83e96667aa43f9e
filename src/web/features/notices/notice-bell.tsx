import { useQuery } from '@tanstack/react-query'
import { LazyPopup } from '#web/ui/dialog/lazy-popup.tsx'
import { useSettled } from '#web/ui/browser/use-settled.ts'
import { BellButton } from './bell-button.tsx'
import { bellQuery } from './bell-query.ts'

/** The bell in the top bar with the number of unread notices, refreshed every two minutes. Opens their list. */
export function NoticeBell({ timeZone }: { timeZone: string }) {
  // The request waits, so that the page's own data load first.
  const isSettled = useSettled()
  const notices = useQuery({ ...bellQuery, enabled: isSettled })
  return (
    <LazyPopup
      load={() => import('./notice-popup.tsx')}
      popup={{ timeZone }}
      renderButton={(onOpen) => <BellButton unread={notices.data?.unread ?? 0} onClick={onOpen} />}
    />
  )
}
