import { Anchor, Button } from '@mantine/core'
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
  const ask = async () => {
    setAsking(true)
    try {
      const { files } = await api.recordings.audioFiles({ sessionId })
      const [only, ...more] = files
      if (only && more.length === 0) saveLink(only.url, only.fileName)
      else setParts(files)
    } catch (error) {
      showFailure(readError(error, 'The audio could not be downloaded. Try again.').sentence)
    } finally {
      setAsking(false)
    }
  }
  if (parts.length > 0) return <Parts parts={parts} />
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} aria-hidden />}
      loading={isAsking}
      onClick={() => void ask()}
    >
      Download audio
    </Button>
  )
}

function Parts({ parts }: { parts: AudioFiles['files'] }) {
  return (
    <ul aria-label="Parts of the recording">
      {parts.map(({ url, fileName, bytes }, at) => (
        <li key={url}>
          <Anchor href={url} download={fileName}>
            Part {at + 1} of {parts.length}
          </Anchor>{' '}
          <Muted span className="num">
            {(bytes / 1_000_000).toFixed(1)} MB
          </Muted>
        </li>
      ))}
    </ul>
  )
}
