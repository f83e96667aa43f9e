import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Microphones } from '../microphone/use-microphones.ts'
import type { SessionRecording } from '../use-session-recording.ts'
import type { Unfinished } from './unfinished.ts'
import { UnfinishedCard } from './unfinished-card.tsx'

type Props = {
  session: Pick<SessionRecording, 'unfinished' | 'setFinished' | 'refresh'>
  /** Whether the page records video visits. Recordings of the other kind are continued on their own page. */
  isVideoVisit: boolean
  timeZone: string
  microphones: Microphones
  onContinue: (recording: Unfinished['recording'], deviceId: string | null) => void
  /** Called to record another session although there are unfinished recordings. */
  onStartAnother: () => void
}

/** The client's unfinished recordings. Each can be ended, continued or discarded, or another session can be started. */
export function UnfinishedRecordings({
  session,
  isVideoVisit,
  timeZone,
  microphones,
  onContinue,
  onStartAnother,
}: Props) {
  const navigate = useNavigate()
  const resume = ({ recording }: Unfinished, deviceId: string | null) => {
    if (recording.isVideoVisit === isVideoVisit) return onContinue(recording, deviceId)
    const params = { clientId: recording.clientId }
    if (isVideoVisit) void navigate({ to: '/session/$clientId', params })
    else void navigate({ to: '/video-visit/$clientId', params, search: { session: recording.sessionId } })
  }
  return (
    <>
      {session.unfinished.map((item) => (
        <UnfinishedCard
          key={item.recording.sessionId}
          unfinished={item}
          timeZone={timeZone}
          onContinue={(deviceId) => resume(item, deviceId)}
          microphones={microphones}
          onEnded={() => session.setFinished(item.recording.sessionId)}
          onDiscarded={session.refresh}
        />
      ))}
      <Button variant="subtle" size="xs" onClick={onStartAnother}>
        Start another session
      </Button>
    </>
  )
}
