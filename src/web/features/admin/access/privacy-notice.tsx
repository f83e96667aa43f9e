import { Alert } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'

/** The notice above the lists of clients and sessions. */
export function PrivacyNotice({ title, children }: { title: string; children: string }) {
  return (
    <Alert role="note" color="dusk" icon={<IconShieldLock size={20} aria-hidden />} title={title} mb="lg">
      {children}
    </Alert>
  )
}
