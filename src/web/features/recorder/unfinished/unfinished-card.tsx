import { Button, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { api } from '#web/api/client.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { mediaTime } from '#shared/rules/media-time.ts'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { Hint, Muted } from '#web/ui/layout/text.ts'
import { Actions } from '#web/ui/layout/panel-parts.ts'
import { formatTimer } from '../timer.ts'
import { DiscardRecording } from './discard-recording.tsx'
import { recorderMessage } from '../engine/recorder-error.ts'
import type { Connection } from '../recorder-state.ts'
import { EndWithoutRest } from './end-without-rest.tsx'
import { UploadStatus } from './upload-status.tsx'
import { eraseUnsent, sendUnsent } from '../engine/chunks/unsent.ts'
import type { Unfinished } from './unfinished.ts'
import type { Microphones } from '../microphone/use-microphones.ts'
import { startTimeText } from './start-time.ts'
import classes from '../recorder.module.css'

type Props = {
  unfinished: Unfinished
  timeZone: string
  microphones: Microphones
  onContinue: (deviceId: string | null) => void
  onEnded: () => void
  onDiscarded: () => Promise<void>
  /** Sends and erases the audio of this browser. */
  audio?: { send: typeof sendUnsent; erase: typeof eraseUnsent }
}

const storedAudio = { send: sendUnsent, erase: eraseUnsent }

/** An interrupted recording, which can be ended, continued or discarded. */
export function UnfinishedCard(props: Props) {
  const { unfinished, timeZone, microphones, onContinue, onEnded, onDiscarded, audio = storedAudio } = props
  const { recording, status, waitingMs, wasRecordedHere } = unfinished
  const { sessionId, client, savedMs } = recording
  // Recorded time that is still to be uploaded while the session is being ended.
  const [leftMs, setLeftMs] = useState<number | null>(null)
  const [line, setLine] = useState<Connection>('sending')
  // Recorded time that the server does not accept.
  const [missingMs, setMissingMs] = useState(0)
  const question = useDialog()
  const [isEnding, setEnding] = useState(false)
  // State is too late for a second click.
  const isRunning = useRef(false)
  const stopper = useRef<AbortController | null>(null)
  useEffect(() => () => stopper.current?.abort(), [])
  const [failure, setFailure] = useState<string | null>(null)
  const discard = useDialog()
  const startText = startTimeText(recording.startedAt, timeZone)

  /** Uploads the audio of this browser. Returns the recorded time that the server does not accept, or null. */
  const upload = async (stop: AbortSignal): Promise<number | null> => {
    let left = waitingMs
    setLine('sending')
    setLeftMs(left)
    const onProgress = (ms: number) => {
      left = ms
      setLeftMs(ms)
    }
    try {
      return (await audio.send(sessionId, { onProgress, onLine: setLine }, stop)) === 'sent' ? null : left
    } finally {
      setLeftMs(null)
    }
  }
  const end = async (mayMissRest: boolean) => {
    if (isRunning.current) return
    isRunning.current = true
    const stop = new AbortController()
    stopper.current = stop
    setFailure(null)
    question.close()
    setEnding(true)
    try {
      const missing = mayMissRest ? null : await upload(stop.signal)
      if (missing !== null) {
        setMissingMs(missing)
        return question.open()
      }
      await api.recordings.end({ sessionId, chunks: null })
      // The audio is erased already. If its entry remains, it is deleted after a month.
      if (!mayMissRest) await audio.erase(sessionId).catch(() => undefined)
      onEnded()
    } catch (error) {
      if (!stop.signal.aborted) setFailure(recorderMessage(error, 'Failed to process recording'))
    } finally {
      setEnding(false)
      isRunning.current = false
    }
  }
  const discardAudio = async () => {
    try {
      await api.recordings.discard({ sessionId })
      await audio.erase(sessionId)
      await onDiscarded()
      return null
    } catch (error) {
      return recorderMessage(error)
    }
  }
  return (
    <div className={classes.unfinished}>
      <Title order={2}>Unfinished session</Title>
      <Text className="num">
        Started {startText}. Saved through {formatTimer(savedMs)}.
        {status === 'open' &&
          waitingMs >= 1000 &&
          ` ${mediaTime(waitingMs / 1000)} more is stored in this browser and will be uploaded first.`}
      </Text>
      {status === 'other tab' ? (
        <Muted>Another tab of this browser is recording it.</Muted>
      ) : status === 'other device' ? (
        <Muted>It is being recorded on another device.</Muted>
      ) : (
        <>
          {!wasRecordedHere && (
            <Hint>
              It was recorded on another device. Audio that the other device has not uploaded yet will be missing from
              the session.
            </Hint>
          )}
          {leftMs !== null && <UploadStatus leftMs={leftMs} line={line} />}
          <FormError message={failure} />
          <Actions gap="sm">
            <Button loading={isEnding} onClick={() => void end(false)}>
              End Session
            </Button>
            {leftMs !== null && (
              <Button variant="default" onClick={() => stopper.current?.abort()}>
                Cancel
              </Button>
            )}
            <Button variant="default" disabled={isEnding} onClick={() => onContinue(microphones.chosen)}>
              Continue recording
            </Button>
            <Button variant="subtle" color="ember" disabled={isEnding} onClick={discard.open}>
              Discard
            </Button>
          </Actions>
        </>
      )}
      <EndWithoutRest
        opened={question.isOpen}
        missingMs={missingMs}
        onClose={question.close}
        onEnd={() => void end(true)}
      />
      <DiscardRecording
        opened={discard.isOpen}
        what={`The recording of ${client.firstName} ${client.lastName} started ${startText} (${formatTimer(savedMs + waitingMs)})`}
        onClose={discard.close}
        onDiscard={discardAudio}
      />
    </div>
  )
}
