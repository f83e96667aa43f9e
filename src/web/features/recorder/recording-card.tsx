import { Progress, Title, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Hint } from '#web/ui/layout/text.ts'
import { formatTimer } from './timer.ts'
import { announcedMilestone } from './announced-milestone.ts'
import { ContinueWithoutRest } from './continue-without-rest.tsx'
import { Controls } from './controls.tsx'
import { DiscardRecording } from './unfinished/discard-recording.tsx'
import { EndEarly } from './end-early.tsx'
import { LevelMeter } from './microphone/level-meter.tsx'
import { MicrophoneSelect } from './microphone/microphone-select.tsx'
import { NoticeList } from './notice-list.tsx'
import { isOpen, type Notice, noticesOf, phaseNames } from './notices.ts'
import type { Recorder, RecorderState } from './recorder-state.ts'
import { SavedLine } from './saved-line.tsx'
import { StillRecording } from './still-recording.tsx'
import type { Microphones } from './microphone/use-microphones.ts'
import classes from './recorder.module.css'

/**
 * Recorded time below which End Session asks for confirmation, because the session may have been started by mistake.
 */
const earlyMs = 60_000

type Props = {
  recorder: Recorder
  state: RecorderState
  onStart: () => void
  clientName: string
  microphones: Microphones
  /** Whether it is known that this client has no unfinished recording. */
  isReady: boolean
  onDiscarded: () => void
  /** Leaves a recording whose last part is only in this page. */
  onLeave: () => void
  /** Meters and notices of a video visit. */
  visit?: { meters: ReactNode; notices: readonly Notice[]; onShareTab: () => void }
  /** Content to show instead of the recorder. */
  children: ReactNode
}

/** The client, state, timer, level meter and controls of the session being recorded. */
export function RecordingCard(props: Props) {
  const { recorder, state, onStart, clientName, microphones, isReady, onDiscarded, onLeave, visit, children } = props
  const { phase, elapsedMs, capturedMs, savedMs, isLong, isFull } = state
  const [asks, setAsks] = useState<'end' | 'discard' | 'continue' | null>(null)
  const notices = [...noticesOf(state), ...(visit?.notices ?? [])]
  const close = () => setAsks(null)
  const end = () => {
    close()
    void recorder.end()
  }
  const discard = async () => {
    await recorder.discard()
    const { error } = recorder.state
    if (error === null) onDiscarded()
    return error
  }
  return (
    <>
      <title>{`${phase === 'idle' ? 'Record a session' : phaseNames[phase]} · Attend`}</title>
      <Title order={1} className={classes.name}>
        {clientName}
      </Title>
      {children || (
        <>
          <output className={classes.phase} data-phase={phase}>
            <span>
              {phaseNames[phase]}
              <VisuallyHidden component="span">{announcedMilestone(state)}</VisuallyHidden>
            </span>
          </output>
          <div className={classes.timer} data-phase={phase} role="timer" aria-label="Recorded time">
            {formatTimer(elapsedMs)}
          </div>
          {visit?.meters ?? (
            <LevelMeter key={state.sessionId} onLevel={recorder.onLevel} isCapturing={phase === 'recording'} />
          )}
          <div className={classes.notices}>
            <NoticeList
              notices={notices}
              onShareTab={visit?.onShareTab}
              readAudio={() => recorder.toFiles()}
              onContinue={() => setAsks('continue')}
              onTryAgain={() => void recorder.selectMicrophone(state.deviceId)}
            />
          </div>
          <Controls
            state={state}
            isReady={isReady}
            onStart={onStart}
            onPause={() => recorder.pause()}
            onResume={() => recorder.resume()}
            onEnd={() => (elapsedMs < earlyMs ? setAsks('end') : end())}
          />
          {phase === 'idle' || phase === 'starting' ? (
            <Hint ta="center">Record only with your client’s consent.</Hint>
          ) : (
            <SavedLine state={state} isVisit={visit !== undefined} />
          )}
          {phase === 'ending' && capturedMs > 0 && (
            <Progress className={classes.sending} value={(savedMs / capturedMs) * 100} aria-label="Uploaded so far" />
          )}
          {phase !== 'ending' && phase !== 'stranded' && (
            <MicrophoneSelect
              options={microphones.options}
              deviceId={isOpen(phase) ? state.deviceId : microphones.chosen}
              isDisabled={phase === 'starting'}
              onChoose={(deviceId) => {
                microphones.choose(deviceId)
                if (isOpen(phase)) void recorder.selectMicrophone(deviceId)
              }}
            />
          )}
        </>
      )}
      <EndEarly
        opened={asks === 'end' && isOpen(phase)}
        elapsedMs={elapsedMs}
        onStay={close}
        onEnd={end}
        onDiscard={() => setAsks('discard')}
      />
      <DiscardRecording
        opened={asks === 'discard' && isOpen(phase)}
        what={`The recording of ${clientName} (${formatTimer(elapsedMs)})`}
        onClose={close}
        onDiscard={discard}
      />
      <ContinueWithoutRest
        opened={asks === 'continue' && phase === 'stranded'}
        onStay={close}
        onContinue={() => {
          close()
          onLeave()
        }}
      />
      <StillRecording
        opened={isLong && !isFull && asks === null && (phase === 'recording' || phase === 'paused')}
        elapsedMs={elapsedMs}
        onKeepGoing={() => recorder.keepGoing()}
        onEnd={end}
      />
    </>
  )
}
