import { Button, FileButton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { readTranscriptFile, transcriptFileTypes } from '#web/api/transcript-file.ts'
import { showFailure } from '#web/ui/toast.ts'

/** Gives a session without a transcript one from a file. */
export function UseTranscriptFile({ sessionId, onImported }: { sessionId: string; onImported: () => void }) {
  const [isSending, setSending] = useState(false)
  const send = async (file: File | null) => {
    if (!file) return
    setSending(true)
    try {
      await api.transcripts.importForSession({ ...(await readTranscriptFile(file)), sessionId })
      onImported()
    } catch (error) {
      showFailure(readError(error, 'The transcript file could not be handed in. Try again.').sentence)
    } finally {
      setSending(false)
    }
  }
  return (
    <FileButton accept={transcriptFileTypes} onChange={(file) => void send(file)}>
      {(props) => (
        <Button variant="default" leftSection={<IconFileText size={17} aria-hidden />} loading={isSending} {...props}>
          Use a transcript file instead
        </Button>
      )}
    </FileButton>
  )
}
