import { Button, FileButton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ImportQuestion } from '#shared/contract/transcripts.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import {
  type ImportQuestionAsked,
  importQuestion,
  readTranscriptFile,
  transcriptFileTypes,
} from '#web/api/transcript-file.ts'
import { QuestionDialog } from '#web/ui/dialog/question-dialog.tsx'
import { showFailure } from '#web/ui/feedback/toast.ts'

type Pending = { file: File; confirmed: ImportQuestion[]; asked: ImportQuestionAsked }

/** Imports a transcript file into a session without a transcript. */
export function UseTranscriptFile({ sessionId, onImported }: { sessionId: string; onImported: () => void }) {
  const [isSending, setSending] = useState(false)
  const resetFile = useRef<() => void>(null)
  const [pending, setPending] = useState<Pending | null>(null)
  const send = async (file: File | null, confirmed: ImportQuestion[]) => {
    if (!file) return
    setPending(null)
    setSending(true)
    try {
      await api.transcripts.importForSession({ ...(await readTranscriptFile(file)), sessionId, confirmed })
      onImported()
    } catch (error) {
      const failure = readError(error, 'The transcript file could not be uploaded. Try again.')
      const asked = importQuestion(failure)
      if (asked) setPending({ file, confirmed, asked })
      else showFailure(failure.sentence)
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <FileButton
        resetRef={resetFile}
        accept={transcriptFileTypes}
        onChange={(file) => {
          // So that the same file can be chosen again.
          resetFile.current?.()
          void send(file, [])
        }}
      >
        {(props) => (
          <Button variant="default" leftSection={<IconFileText size={17} aria-hidden />} loading={isSending} {...props}>
            Use a transcript file instead
          </Button>
        )}
      </FileButton>
      <QuestionDialog
        title="Check this transcript"
        text={pending?.asked.sentence ?? null}
        confirmLabel="Use this transcript"
        onConfirm={() => {
          if (pending) void send(pending.file, [...pending.confirmed, pending.asked.question])
        }}
        onCancel={() => setPending(null)}
      />
    </>
  )
}
