import { Text } from '@mantine/core'
import { mediaTime } from '#shared/rules/media-time.ts'
import type { Connection } from '../recorder-state.ts'

const reasons: Readonly<Record<Connection, string>> = {
  sending: 'Without a connection, it resumes when you’re back online.',
  waiting: 'Attend cannot be reached right now. It resumes when the connection is back.',
  unreadable: 'Audio that is stored on this device cannot be read right now.',
  'disk full': "Attend cannot save right now: the server's disk is full.",
  'signed out': 'You are signed out. Sign in again in another tab; it then resumes.',
  'no access': 'You have no access to this session. If another account is signed in here, sign in as yourself.',
}

/** How much audio is still to be uploaded from this browser, and why that takes longer. */
export function UploadStatus({ leftMs, line }: { leftMs: number; line: Connection }) {
  if (leftMs < 1000 && line === 'sending') return null
  return (
    <Text component="output" size="sm" className="num">
      {leftMs >= 1000 && `Uploading audio from this browser: ${mediaTime(leftMs / 1000)} left. `}
      {reasons[line]}
    </Text>
  )
}
