import { Alert, Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconCircle, IconMicrophone, IconScreenShare, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { Hint } from '#web/ui/layout/text.ts'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import type { VisitAudio, VisitState } from '../engine/visit/visit-audio.ts'
import type { Microphones } from '../microphone/use-microphones.ts'
import { MicrophoneSelect } from '../microphone/microphone-select.tsx'
import { NoticeList } from '../notice-list.tsx'
import type { Notice } from '../notices.ts'
import { checkNotice, detectedMicrophone, detectedTab, isChecked } from './check-state.ts'
import { statesAndTerritories } from './states-and-territories.ts'
import { SharePicture } from './share-instructions.tsx'
import { VoiceCheck } from './voice-check.tsx'
import classes from './video-visit.module.css'

/** Statements of the therapist before the start. */
export type Statement = { hasConsent: boolean; location: string }

type Props = {
  audio: VisitAudio
  visit: VisitState
  clientId: string
  appointmentId: string | undefined
  /** The title, e.g. `Video visit, 9:00 AM`. */
  title: string
  microphones: Microphones
  /** Notices about errors of the recorder. */
  notices: readonly Notice[]
  statement: Statement
  onChange: (statement: Statement) => void
  /** False until it is known that the client has no unfinished recording. */
  isReady: boolean
  isStarting: boolean
  /** Whether an unfinished recording is continued. Consent and location were then stated before its start. */
  isContinued: boolean
  onStart: () => void
}

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true }

/** Shares the client's tab and checks both voices before a video visit is recorded. */
export function VisitCheck(props: Props) {
  const { audio, visit, clientId, appointmentId, title, microphones, statement, isReady, isStarting, isContinued } =
    props
  const [isSharing, setSharing] = useState(false)
  const canStart = isReady && isChecked(visit) && (isContinued || statement.hasConsent)
  const notice = checkNotice(visit)
  const share = async () => {
    setSharing(true)
    await audio.share()
    setSharing(false)
  }
  return (
    <>
      <div className={classes.kind}>
        <IconVideo size={18} stroke={1.8} aria-hidden />
        {title}
      </div>
      <VoiceCheck
        audio={audio}
        voice="therapist"
        name="You"
        source={visit.microphoneName || 'Microphone'}
        detected={detectedMicrophone(visit)}
      />
      <VoiceCheck
        audio={audio}
        voice="client"
        name="Client’s tab"
        source={visit.tab === 'shared' ? 'Sound only' : 'Not shared'}
        detected={detectedTab(visit)}
      />
      {notice && (
        <Alert
          className={classes.alert}
          role="alert"
          color={notice.tone}
          icon={<IconAlertTriangle size={20} aria-hidden />}
          title={notice.title}
        >
          {notice.text}
        </Alert>
      )}
      <NoticeList notices={props.notices} onTryAgain={props.onStart} />
      {visit.tab === 'without sound' && (
        <div className={classes.narrowOnly}>
          <SharePicture />
        </div>
      )}
      {!isContinued && (
        <div className={classes.statement}>
          <Checkbox
            label="Everyone in the call agreed to be recorded"
            checked={statement.hasConsent}
            onChange={({ currentTarget }) => props.onChange({ ...statement, hasConsent: currentTarget.checked })}
          />
          <NativeSelect
            label="Client is in"
            data={[{ value: '', label: 'Choose a state' }, ...statesAndTerritories]}
            value={statement.location}
            onChange={({ currentTarget }) => props.onChange({ ...statement, location: currentTarget.value })}
          />
        </div>
      )}
      <div className={classes.actions}>
        <Button
          size="md"
          variant={canStart ? 'default' : 'filled'}
          leftSection={<IconScreenShare {...icon} />}
          loading={isSharing}
          onClick={() => void share()}
        >
          {visit.tab === 'not shared' ? 'Share the client’s tab' : 'Share the tab again'}
        </Button>
        <ButtonLink
          size="md"
          variant="default"
          leftSection={<IconMicrophone {...icon} />}
          to="/session/$clientId"
          params={{ clientId }}
          search={appointmentId === undefined ? {} : { appointment: appointmentId }}
        >
          <span className={classes.wideOnly}>Record my microphone only</span>
          <span className={classes.narrowOnly}>Microphone only</span>
        </ButtonLink>
        <Button
          size="md"
          leftSection={<IconCircle {...icon} />}
          loading={isStarting}
          aria-disabled={!canStart}
          data-disabled={!canStart || undefined}
          aria-describedby="visit-start"
          onClick={canStart ? props.onStart : undefined}
        >
          {isContinued ? 'Continue Session' : 'Start Session'}
        </Button>
      </div>
      <Hint id="visit-start" className={classes.startHint}>
        {isChecked(visit)
          ? isContinued || statement.hasConsent
            ? 'Attend keeps only the sound. The picture is never sent.'
            : 'Start Session becomes available when everyone agreed to be recorded.'
          : 'Start Session becomes available when both meters move.'}
      </Hint>
      <MicrophoneSelect
        options={microphones.options}
        deviceId={microphones.chosen}
        isDisabled={isStarting}
        onChoose={(deviceId) => microphones.choose(deviceId)}
      />
    </>
  )
}
