import { Card } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import type { Client } from '#shared/contract/clients.ts'
import { AfterSession, type SpeechHelpProps } from './processing/after-session.tsx'
import { ImportantNotice } from './important-notice.tsx'
import { LeaveRecording } from './leave-recording.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { Leftovers } from './unfinished/leftovers.tsx'
import { LiveText } from './live/live-text.tsx'
import { isOpen } from './notices.ts'
import { PreviousSession } from './previous-session.tsx'
import { RecordingCard } from './recording-card.tsx'
import { Suggestions } from './live/suggestions.tsx'
import { UnfinishedRecordings } from './unfinished/unfinished-recordings.tsx'
import { useMicrophones } from './microphone/use-microphones.ts'
import { useSessionRecording } from './use-session-recording.ts'
import classes from './recorder.module.css'

const soundMissing = 'This browser does not process sound for it.'

type Props = {
  client: Pick<Client, 'id' | 'firstName' | 'lastName'>
  account: Pick<Account, 'id' | 'timeZone' | 'defaultNoteType'>
  /** The appointment that this session fulfills. */
  appointmentId: string | undefined
  renderSpeechHelp: (props: SpeechHelpProps) => ReactNode
  /** Notice before the start if recordings cannot be transcribed. */
  speechNotice: ReactNode
}

/** The recording view (spec core §2), for one session from its start to its note. */
export function RecordSession({ client, account, appointmentId, renderSpeechHelp, speechNotice }: Props) {
  const session = useSessionRecording({ clientId: client.id, userId: account.id })
  const { recorder, state, live, endedSessionId: ended, unfinished, leftovers, refresh } = session
  const { sessionId, phase } = state
  const microphones = useMicrophones(isOpen(phase))
  const [isFresh, setFresh] = useState(false)
  const name = `${client.firstName} ${client.lastName}`
  const ofAppointment = appointmentId !== undefined && { appointment: appointmentId }

  return (
    <div className={classes.page}>
      <div className={classes.middle}>
        {ended === null && phase === 'idle' && speechNotice}
        <Card className={classes.card}>
          {ended === null ? (
            <RecordingCard
              recorder={recorder}
              state={state}
              clientName={name}
              microphones={microphones}
              isReady={session.isReady}
              onStart={() => void recorder.start(client.id, microphones.chosen, appointmentId)}
              onDiscarded={() => void refresh()}
              onLeave={() => void session.leave()}
            >
              {phase === 'idle' && unfinished.length > 0 && !isFresh && (
                <UnfinishedRecordings
                  session={session}
                  isVideoVisit={false}
                  timeZone={account.timeZone}
                  microphones={microphones}
                  onContinue={(recording, deviceId) => void recorder.continueSession(recording.sessionId, deviceId)}
                  onStartAnother={() => setFresh(true)}
                />
              )}
            </RecordingCard>
          ) : (
            <AfterSession
              sessionId={ended}
              isAllUploaded={leftovers.every((leftover) => leftover.sessionId !== ended)}
              clientName={name}
              defaultType={account.defaultNoteType}
              onBegin={() => void refresh()}
              onComplete={session.complete}
              renderSpeechHelp={renderSpeechHelp}
            />
          )}
        </Card>
        {!isOpen(phase) && <Leftovers leftovers={leftovers} timeZone={account.timeZone} onGone={refresh} />}
        {ended === null && phase === 'idle' && (
          <>
            <ButtonLink
              variant="subtle"
              size="xs"
              to="/video-visit/$clientId"
              params={{ clientId: client.id }}
              search={{ ...ofAppointment }}
            >
              Record this video visit
            </ButtonLink>
            <ButtonLink variant="subtle" size="xs" to="/write-note" search={{ client: client.id, ...ofAppointment }}>
              No recording? Write note
            </ButtonLink>
          </>
        )}
        {isOpen(phase) && sessionId !== null && (
          <LiveText live={state.hasLevel ? live : { ...live, trouble: soundMissing }} />
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
      <LeaveRecording state={state} onLeave={session.leave} />
    </div>
  )
}
