import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { saveBlob } from '#web/ui/browser/save-blob.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { recorderMessage } from './engine/recorder-error.ts'

type Props = {
  size: 'xs' | 'sm'
  /** Returns the audio, one file per segment. */
  read: () => Promise<readonly Blob[]>
}

/**
 * Saves audio of this browser. If it has several segments, each has a button, because browsers save only one file at a
 * time.
 */
export function SaveAudio({ size, read }: Props) {
  const [isReading, setReading] = useState(false)
  const [parts, setParts] = useState<readonly Blob[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const save = async () => {
    setFailure(null)
    setReading(true)
    try {
      const files = await read()
      const [only, ...more] = files
      if (only && more.length === 0) saveBlob(only, fileName(only))
      else if (files.length === 0) setFailure('No audio of this session is stored in this browser.')
      else setParts(files)
    } catch (error) {
      setFailure(recorderMessage(error, 'The audio could not be read.'))
    } finally {
      setReading(false)
    }
  }
  return (
    <Stack gap="xs" align="flex-start">
      <FormError message={failure} />
      {parts.length === 0 ? (
        <Button size={size} variant="default" loading={isReading} onClick={() => void save()}>
          Save as file
        </Button>
      ) : (
        parts.map((part, at) => (
          <Button
            // oxlint-disable-next-line react/no-array-index-key -- the list does not change
            key={at}
            size={size}
            variant="default"
            onClick={() => saveBlob(part, fileName(part, at + 1))}
          >
            Save part {at + 1} of {parts.length}
          </Button>
        ))
      )}
    </Stack>
  )
}

/** The file name does not contain the client's name, because the file leaves the browser. */
function fileName({ type }: Blob, part?: number): string {
  const extension = type.startsWith('audio/mp4') ? 'm4a' : 'webm'
  return part === undefined ? `session-audio.${extension}` : `session-audio-part-${part}.${extension}`
}
