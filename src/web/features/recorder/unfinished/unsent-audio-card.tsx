import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { readError } from '#web/api/errors.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { mediaTime } from '#shared/rules/media-time.ts'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { Actions } from '#web/ui/layout/panel-parts.ts'
import { DiscardRecording } from './discard-recording.tsx'
import { eraseUnsent, saveUnsentAsFile } from '../engine/chunks/unsent.ts'
import type { UnsentAudio } from './unfinished.ts'
import { startTimeText } from './start-time.ts'
import classes from '../recorder.module.css'

type Props = { leftover: UnsentAudio; timeZone: string; onGone: () => Promise<void> }

/** Unsent audio of a session that was ended elsewhere. */
export function UnsentAudioCard({ leftover: { sessionId, startedAt, ms }, timeZone, onGone }: Props) {
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const discard = useDialog()
  const duration = mediaTime(ms / 1000)
  const startText = startTimeText(startedAt, timeZone)
  const save = async () => {
    setFailure(null)
    setSaving(true)
    try {
      download(await saveUnsentAsFile(sessionId))
    } catch (error) {
      setFailure(readError(error, 'The audio could not be read.').sentence)
    } finally {
      setSaving(false)
    }
  }
  const erase = async () => {
    try {
      await eraseUnsent(sessionId)
      await onGone()
      return null
    } catch (error) {
      return readError(error, 'The audio could not be discarded.').sentence
    }
  }
  return (
    <div className={classes.unfinished}>
      <Title order={2}>Audio left in this browser</Title>
      <Text className="num">
        The session started {startText} was ended elsewhere before this browser had uploaded all of it. {duration} of
        audio is still here.
      </Text>
      <FormError message={failure} />
      <Actions gap="sm">
        <Button variant="default" loading={isSaving} onClick={() => void save()}>
          Save as file
        </Button>
        <Button variant="subtle" color="ember" onClick={discard.open}>
          Discard
        </Button>
      </Actions>
      <DiscardRecording
        opened={discard.isOpen}
        what={`The audio of the session started ${startText} (${duration})`}
        onClose={discard.close}
        onDiscard={erase}
      />
    </div>
  )
}

/** Saves audio as a file. The file name does not contain the client's name, because the file leaves the browser. */
function download(audio: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(audio)
  link.download = `session-audio.${extensionOf(audio.type)}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

function extensionOf(type: string): string {
  if (type.startsWith('audio/wav')) return 'wav'
  return type.startsWith('audio/mp4') ? 'm4a' : 'webm'
}
