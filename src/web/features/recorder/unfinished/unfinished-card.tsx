import { Button, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { mediaTime } from '#shared/rules/media-time.ts'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { Hint, Muted } from '#web/ui/layout/text.ts'
import { Actions } from '#web/ui/layout/panel-parts.ts'
import { formatTimer } from '../timer.ts'
import { DiscardRecording } from './discard-recording.tsx'
import { anotherTab } from '../engine/messages.ts'
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
}

/** An interrupted recording, which can be ended, continued or discarded. */
export function UnfinishedCard({ unfinished, timeZone, microphones, onContinue, onEnded, onDiscarded }: Props) {
  const { recording, status, waitingMs, wasRecordedHere } = unfinished
  const { sessionId, client, savedMs } = recording
  // Recorded time that is still to be uploaded while the session is being ended.
  const [leftMs, setLeftMs] = useState<number | null>(null)
  const isEnding = leftMs !== null
  const stopper = useRef<AbortController | null>(null)
  useEffect(() => () => stopper.current?.abort(), [])
  const [failure, setFailure] = useState<string | null>(null)
  const discard = useDialog()
  const startText = startTimeText(recording.startedAt, timeZone)

  const end = async () => {
    const stop = new AbortController()
    stopper.current = stop
    setFailure(null)
    setLeftMs(waitingMs)
    try {
      const sent = await sendUnsent(sessionId, setLeftMs, stop.signal)
      await api.recordings.end({ sessionId, chunks: null })
      if (sent === 'sent') await eraseUnsent(sessionId)
      onEnded()
    } catch (error) {
      if (!stop.signal.aborted) setFailure(sentenceOf(error, 'Failed to process recording'))
      setLeftMs(null)
    }
  }
  const discardAudio = async () => {
    try {
      await api.recordings.discard({ sessionId })
      await eraseUnsent(sessionId)
      await onDiscarded()
      return null
    } catch (error) {
      return sentenceOf(error)
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
          {isEnding && leftMs >= 1000 && (
            <Text component="output" size="sm" className="num">
              Uploading audio from this browser: {mediaTime(leftMs / 1000)} left. Without a connection, it resumes when
              you’re back online.
            </Text>
          )}
          <FormError message={failure} />
          <Actions gap="sm">
            <Button loading={isEnding} onClick={() => void end()}>
              End Session
            </Button>
            <Button variant="default" disabled={isEnding} onClick={() => onContinue(microphones.chosen)}>
              Continue recording
            </Button>
            <Button variant="subtle" color="ember" disabled={isEnding} onClick={discard.open}>
              Discard
            </Button>
          </Actions>
        </>
      )}
      <DiscardRecording
        opened={discard.isOpen}
        what={`The recording of ${client.firstName} ${client.lastName} started ${startText} (${formatTimer(savedMs + waitingMs)})`}
        onClose={discard.close}
        onDiscard={discardAudio}
      />
    </div>
  )
}

function sentenceOf(error: unknown, fallback?: string): string {
  return error instanceof Error && error.message === anotherTab ? anotherTab : readError(error, fallback).sentence
}
