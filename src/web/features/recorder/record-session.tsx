import { Button, Card } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import type { Client } from '#shared/contract/clients.ts'
import { query } from '#web/api/client.ts'
import { AfterSession, type SpeechHelpProps } from './processing/after-session.tsx'
import { ImportantNotice } from './important-notice.tsx'
import { LeaveRecording } from './leave-recording.tsx'
import { UnsentAudioCard } from './unfinished/unsent-audio-card.tsx'
import { LiveText } from './live/live-text.tsx'
import { isOpen } from './notices.ts'
import { markRecordedHere } from './unfinished/recorded-here.ts'
import { PreviousSession } from './previous-session.tsx'
import { RecordingCard } from './recording-card.tsx'
import { Suggestions } from './live/suggestions.tsx'
import { unfinishedQuery } from './unfinished/unfinished.ts'
import { UnfinishedCard } from './unfinished/unfinished-card.tsx'
import { useLiveText } from './live/use-live-text.ts'
import { useMicrophones } from './microphone/use-microphones.ts'
import { useRecorder } from './use-recorder.ts'
import classes from './recorder.module.css'

const outputMissing = 'This browser needs a sound output for it.'

type Props = {
  client: Pick<Client, 'id' | 'firstName' | 'lastName'>
  account: Pick<Account, 'id' | 'timeZone' | 'defaultNoteType'>
  /** The appointment that this session fulfills. */
  appointmentId: string | undefined
  renderSpeechHelp: (props: SpeechHelpProps) => ReactNode
}

/** WebKit's storage sometimes hangs. A session can start without the list of unfinished ones. */
const unfinishedTimeoutMs = 4000

/** The recording view (spec core §2): one session from start to note. */
export function RecordSession({ client, account, appointmentId, renderSpeechHelp }: Props) {
  const cache = useQueryClient()
  const { recorder, state } = useRecorder(account.id)
  const { sessionId, phase } = state
  const microphones = useMicrophones(isOpen(phase))
  const [finished, setFinished] = useState<string | null>(null)
  const [isFresh, setFresh] = useState(false)
  const ended = finished ?? (phase === 'ended' ? sessionId : null)
  const unfinished = useQuery({ ...unfinishedQuery(account.id), enabled: phase === 'idle' && ended === null })
  const [isOverdue, setOverdue] = useState(false)
  useTimeout(() => setOverdue(true), unfinishedTimeoutMs, { autoInvoke: true })
  const live = useLiveText(recorder, isOpen(phase) ? sessionId : null)

  useEffect(() => {
    if (sessionId !== null) markRecordedHere(sessionId)
  }, [sessionId])

  const refresh = async () => {
    await cache.invalidateQueries({ queryKey: unfinishedQuery(account.id).queryKey })
    await cache.invalidateQueries({ queryKey: query.sessions.key() })
  }
  const complete = () => {
    void cache.invalidateQueries({ queryKey: query.sessions.key() })
    void cache.invalidateQueries({ queryKey: query.clients.key() })
    void cache.invalidateQueries({ queryKey: query.notes.previous.key() })
  }
  const mine = (unfinished.data?.unfinished ?? []).filter(({ recording }) => recording.clientId === client.id)
  const leftovers = (unfinished.data?.leftovers ?? []).filter(({ clientId }) => clientId === client.id)
  const name = `${client.firstName} ${client.lastName}`

  return (
    <div className={classes.page}>
      <div className={classes.middle}>
        <Card className={classes.card}>
          {ended === null ? (
            <RecordingCard
              recorder={recorder}
              state={state}
              clientId={client.id}
              appointmentId={appointmentId}
              clientName={name}
              microphones={microphones}
              isReady={!unfinished.isLoading || isOverdue}
              onDiscarded={() => void refresh()}
            >
              {phase === 'idle' && mine.length > 0 && !isFresh && (
                <>
                  {mine.map((item) => (
                    <UnfinishedCard
                      key={item.recording.sessionId}
                      unfinished={item}
                      timeZone={account.timeZone}
                      onContinue={(deviceId) => void recorder.continueSession(item.recording.sessionId, deviceId)}
                      microphones={microphones}
                      onEnded={() => setFinished(item.recording.sessionId)}
                      onDiscarded={refresh}
                    />
                  ))}
                  <Button variant="subtle" size="xs" onClick={() => setFresh(true)}>
                    Start another session
                  </Button>
                </>
              )}
            </RecordingCard>
          ) : (
            <AfterSession
              sessionId={ended}
              clientName={name}
              defaultType={account.defaultNoteType}
              onBegin={() => void refresh()}
              onComplete={complete}
              renderSpeechHelp={renderSpeechHelp}
            />
          )}
        </Card>
        {ended === null && phase === 'idle' && leftovers.length > 0 && (
          <Card>
            {leftovers.map((leftover) => (
              <UnsentAudioCard
                key={leftover.sessionId}
                leftover={leftover}
                timeZone={account.timeZone}
                onGone={refresh}
              />
            ))}
          </Card>
        )}
        {isOpen(phase) && sessionId !== null && (
          <LiveText live={state.hasLevel ? live : { ...live, trouble: outputMissing }} />
        )}
      </div>
      <div className={classes.left}>
        <PreviousSession clientId={client.id} firstName={client.firstName} endedSessionId={ended} />
      </div>
      <div className={classes.right}>
        <ImportantNotice />
      </div>
      {isOpen(phase) && sessionId !== null && live.utterances.length > 0 && (
        <div className={classes.aside}>
          <Suggestions sessionId={sessionId} utterances={live.utterances} />
        </div>
      )}
      <LeaveRecording
        phase={phase}
        onLeave={async () => {
          await recorder.leave()
          const hasLeft = !isOpen(recorder.state.phase)
          if (hasLeft) await refresh()
          return hasLeft
        }}
      />
    </div>
  )
}
