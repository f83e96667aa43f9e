import { Button, Text, Title } from '@mantine/core'
import { readError } from '#web/api/errors.ts'
import { mediaTime } from '#shared/rules/media-time.ts'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { Actions } from '#web/ui/layout/panel-parts.ts'
import { SaveAudio } from '../save-audio.tsx'
import { DiscardRecording } from './discard-recording.tsx'
import { eraseUnsent, readUnsent } from '../engine/chunks/unsent.ts'
import type { UnsentAudio } from './unfinished.ts'
import { startTimeText } from './start-time.ts'
import classes from '../recorder.module.css'

type Props = { leftover: UnsentAudio; timeZone: string; onGone: () => Promise<void> }

/** Unsent audio of a session that has ended. */
export function UnsentAudioCard({ leftover: { sessionId, startedAt, ms }, timeZone, onGone }: Props) {
  const discard = useDialog()
  const duration = mediaTime(ms / 1000)
  const startText = startTimeText(startedAt, timeZone)
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
        The session started {startText} was ended before this browser had uploaded all of it. {duration} of audio is
        still here.
      </Text>
      <Actions gap="sm">
        <SaveAudio size="sm" read={() => readUnsent(sessionId)} />
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
