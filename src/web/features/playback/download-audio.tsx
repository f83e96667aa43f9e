import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { AudioFiles } from '#shared/contract/recordings.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { saveLink } from '#web/ui/browser/save-blob.ts'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { Muted } from '#web/ui/layout/text.ts'

/**
 * Downloads the stored audio of a session. If it has several parts, each has a button, because browsers save only one
 * file at a time.
 */
export function DownloadAudio({ sessionId }: { sessionId: string }) {
  const [isAsking, setAsking] = useState(false)
  const [parts, setParts] = useState<AudioFiles['files']>([])
  // Links are requested again for each part, because they expire after a few minutes.
  const save = async (choose: (files: AudioFiles['files']) => AudioFiles['files'][number] | undefined) => {
    setAsking(true)
    try {
      const { files } = await api.recordings.audioFiles({ sessionId })
      const file = choose(files)
      if (file) saveLink(file.url, file.fileName)
      if (files.length > 1) setParts(files)
    } catch (error) {
      showFailure(readError(error, 'The audio could not be downloaded. Try again.').sentence)
    } finally {
      setAsking(false)
    }
  }
  if (parts.length > 0) {
    return (
      <ul aria-label="Parts of the recording">
        {parts.map(({ fileName, bytes }, at) => (
          <li key={fileName}>
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={isAsking}
              onClick={() => void save((files) => files[at])}
            >
              Part {at + 1} of {parts.length}
            </Button>{' '}
            <Muted span className="num">
              {(bytes / 1_000_000).toFixed(1)} MB
            </Muted>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} aria-hidden />}
      loading={isAsking}
      onClick={() => void save((files) => (files.length === 1 ? files[0] : undefined))}
    >
      Download audio
    </Button>
  )
}
