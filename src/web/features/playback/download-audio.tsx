import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { AudioFiles } from '#shared/contract/recordings.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { saveLink } from '#web/ui/browser/save-blob.ts'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { Muted } from '#web/ui/layout/text.ts'

/** Links are replaced this long before they expire, in milliseconds. */
const marginMs = 10_000

/**
 * Downloads the stored audio of a session. If it has several parts, each has a button, because browsers save only one
 * file at a time.
 */
export function DownloadAudio({ sessionId }: { sessionId: string }) {
  const [isAsking, setAsking] = useState(false)
  const [parts, setParts] = useState<AudioFiles['files']>([])
  const [refreshAt, setRefreshAt] = useState(0)
  const load = async () => {
    if (isAsking) return null
    setAsking(true)
    try {
      const { files, expiresAt } = await api.recordings.audioFiles({ sessionId })
      setRefreshAt(Date.parse(expiresAt) - marginMs)
      return files
    } catch (error) {
      showFailure(readError(error, 'The audio could not be downloaded. Try again.').sentence)
      return null
    } finally {
      setAsking(false)
    }
  }
  const saveAll = async () => {
    const files = await load()
    if (!files) return
    const [only, ...more] = files
    if (only && more.length === 0) saveLink(only.url, only.fileName)
    else setParts(files)
  }
  const savePart = async (fileName: string) => {
    const files = Date.now() < refreshAt ? parts : await load()
    if (!files) return
    setParts(files)
    // The parts are replaced by one file once the recording is processed.
    const file = files.find((part) => part.fileName === fileName)
    if (file) saveLink(file.url, file.fileName)
    else showFailure('The parts of the recording have changed. Download it again.')
  }
  if (parts.length > 0) {
    return (
      <ul aria-label="Parts of the recording">
        {parts.map(({ fileName, bytes }, at) => (
          <li key={fileName}>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-disabled={isAsking}
              data-disabled={isAsking || undefined}
              onClick={() => void savePart(fileName)}
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
      onClick={() => void saveAll()}
    >
      Download audio
    </Button>
  )
}
