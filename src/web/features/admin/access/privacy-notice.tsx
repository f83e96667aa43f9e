import { IconShieldLock } from '@tabler/icons-react'
import { PageAlert } from '#web/ui/feedback/alerts.ts'

/** The notice above the lists of clients and sessions. */
export function PrivacyNotice({ title, children }: { title: string; children: string }) {
  return (
    <PageAlert role="note" color="dusk" icon={<IconShieldLock size={20} aria-hidden />} title={title}>
      {children}
    </PageAlert>
  )
}
