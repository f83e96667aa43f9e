import { Card } from '@mantine/core'
import type { UnsentAudio } from './unfinished.ts'
import { UnsentAudioCard } from './unsent-audio-card.tsx'

type Props = { leftovers: readonly UnsentAudio[]; timeZone: string; onGone: () => Promise<void> }

/** The unsent audio of the client's sessions that have ended. */
export function Leftovers({ leftovers, timeZone, onGone }: Props) {
  if (leftovers.length === 0) return null
  return (
    <Card>
      {leftovers.map((leftover) => (
        <UnsentAudioCard key={leftover.sessionId} leftover={leftover} timeZone={timeZone} onGone={onGone} />
      ))}
    </Card>
  )
}
