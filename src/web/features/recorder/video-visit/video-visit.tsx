import { Card } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import type { Client } from '#shared/contract/clients.ts'
import { shownTime } from '#web/ui/format/dates.ts'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { ImportantNotice } from '../important-notice.tsx'
import { LeaveRecording } from '../leave-recording.tsx'
import { LiveText } from '../live/live-text.tsx'
import { useMicrophones } from '../microphone/use-microphones.ts'
import { isOpen, noticesOf } from '../notices.ts'
import { PreviousSession } from '../previous-session.tsx'
import { AfterSession, type SpeechHelpProps } from '../processing/after-session.tsx'
import { RecordingCard } from '../recording-card.tsx'
import { Leftovers } from '../unfinished/leftovers.tsx'
import { UnfinishedRecordings } from '../unfinished/unfinished-recordings.tsx'
import { useSessionRecording } from '../use-session-recording.ts'
import { isChecked } from './check-state.ts'
import { ShareInstructions } from './share-instructions.tsx'
import { useVisitAudio } from './use-visit-audio.ts'
import { type Statement, VisitCheck } from './visit-check.tsx'
import { visitNotices } from './visit-notices.ts'
import { VoiceLane } from './voice-lane.tsx'
import shared from '../recorder.module.css'
import classes from './video-visit.module.css'

type Props = {
  client: Pick<Client, 'id' | 'firstName' | 'lastName'>
  account: Pick<Account, 'id' | 'timeZone' | 'defaultNoteType' | 'firstName'>
  /** The appointment that this visit fulfills. Its start (HH:mm) is known once it is loaded. */
  appointmentId: string | undefined
  startTime: string | null
  /** The unfinished visit to continue according to the address, if any. */
  continuedId: string | null
  renderSpeechHelp: (props: SpeechHelpProps) => ReactNode
  /** Notice before the start if recordings cannot be transcribed. */
  speechNotice: ReactNode
}

/** Records a video visit with two voices: the therapist's microphone and the sound of the client's tab. */
export function VideoVisit({
  client,
  account,
  appointmentId,
  startTime,
  continuedId,
  renderSpeechHelp,
  speechNotice,
}: Props) {
  const { audio, visit } = useVisitAudio()
  const session = useSessionRecording({ clientId: client.id, userId: account.id, open: audio.openMicrophone })
  const { recorder, state, endedSessionId: ended, unfinished, leftovers, refresh } = session
  const { sessionId, phase } = state
  const microphones = useMicrophones(visit.microphoneName !== '')
  const [statement, setStatement] = useState<Statement>({ hasConsent: false, location: '' })
  /** Id of the unfinished recording to continue; `new` to record another session; null before the user chooses. */
  const [choice, setChoice] = useState<string | null>(null)
  // The address may name a session that has ended, or that is not a video visit of this client.
  const continued = unfinished.find(
    ({ recording, status }) =>
      recording.sessionId === (choice ?? continuedId) && recording.isVideoVisit && status === 'open',
  )
  const isContinued = continued !== undefined
  // Before the recordings are known, the check could start a new session instead of continuing the named one.
  const isReady = session.isReady && (continuedId === null || choice !== null || session.isKnown)
  const isBefore = phase === 'idle' || phase === 'starting'
  const isChoosing = phase === 'idle' && unfinished.length > 0 && choice !== 'new' && !isContinued
  const isChecking = ended === null && phase === 'idle' && !isChoosing
  const name = `${client.firstName} ${client.lastName}`
  const { chosen } = microphones
  const visitTitle = startTime === null ? 'Video visit' : `Video visit, ${shownTime(startTime)}`
  const speakers = {
    therapist: { name: 'You', initial: account.firstName.slice(0, 1) },
    client: { name: client.firstName, initial: client.firstName.slice(0, 1) },
  }

  useEffect(() => {
    if (isChecking) void audio.check(chosen)
  }, [audio, isChecking, chosen])
  useEffect(() => {
    if (ended !== null) audio.close()
  }, [audio, ended])

  const start = () => {
    const clientLocation = statement.location === '' ? null : statement.location
    if (continued) void recorder.continueSession(continued.recording.sessionId, chosen)
    else void recorder.start(client.id, chosen, appointmentId, { everyoneAgreed: true, clientLocation })
  }
  const lane = { audio, isCapturing: phase === 'recording' }

  return (
    <div className={classes.page} data-phase={isBefore && ended === null ? 'before' : 'recording'}>
      <div className={shared.middle}>
        {isBefore && ended === null && speechNotice}
        <Card className={shared.card}>
          {ended === null ? (
            <RecordingCard
              recorder={recorder}
              state={state}
              clientName={name}
              microphones={microphones}
              isReady={isReady}
              onStart={start}
              onDiscarded={() => {
                setChoice(null)
                void refresh()
              }}
              onLeave={() => void session.leave()}
              visit={{
                notices: visitNotices(visit, phase),
                onShareTab: () => void audio.share(),
                meters: (
                  <div className={classes.lanes}>
                    <VoiceLane
                      {...lane}
                      voice="therapist"
                      name="You"
                      initial={speakers.therapist.initial}
                      source={visit.microphoneName || 'Microphone'}
                    />
                    <VoiceLane
                      {...lane}
                      voice="client"
                      name="Client’s tab"
                      initial={speakers.client.initial}
                      source={visit.tab === 'shared' ? 'Sound only' : 'Not shared'}
                    />
                  </div>
                ),
              }}
            >
              {isChoosing ? (
                <UnfinishedRecordings
                  session={session}
                  isVideoVisit
                  timeZone={account.timeZone}
                  microphones={microphones}
                  onContinue={(recording) => setChoice(recording.sessionId)}
                  onStartAnother={() => setChoice('new')}
                />
              ) : isBefore ? (
                <VisitCheck
                  audio={audio}
                  visit={visit}
                  clientId={client.id}
                  appointmentId={appointmentId}
                  title={visitTitle}
                  microphones={microphones}
                  notices={noticesOf(state)}
                  statement={statement}
                  onChange={setStatement}
                  isReady={isReady}
                  isStarting={phase === 'starting'}
                  isContinued={isContinued}
                  onStart={start}
                />
              ) : null}
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
        {isBefore && ended === null && (
          <Card className={classes.others}>
            <IconInfoCircle size={20} stroke={1.7} aria-hidden />
            <div>
              <Strong size="sm">Using Firefox, Safari or a video app?</Strong>
              <Hint>
                They cannot share a tab’s sound. Record your microphone only, or upload your video service’s recording
                after the visit.
              </Hint>
            </div>
            <ButtonLink variant="default" to="/upload-session/$clientId" params={{ clientId: client.id }}>
              Upload Session
            </ButtonLink>
          </Card>
        )}
      </div>
      {!isBefore && ended === null && (
        <div className={shared.left}>
          <PreviousSession clientId={client.id} firstName={client.firstName} endedSessionId={ended} />
        </div>
      )}
      <div className={classes.right}>
        {isBefore && ended === null && (
          <ShareInstructions step={visit.tab !== 'shared' ? 2 : isChecked(visit) ? 4 : 3} />
        )}
        {isOpen(phase) && sessionId !== null && <LiveText live={session.live} speakers={speakers} />}
        <ImportantNotice />
      </div>
      <LeaveRecording state={state} onLeave={session.leave} />
    </div>
  )
}
