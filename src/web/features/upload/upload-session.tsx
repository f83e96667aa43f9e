import { Alert, Button, Card, Group, Radio } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { sentence } from '#shared/contract/errors.ts'
import type { SettingType } from '#shared/contract/sessions.ts'
import type { ImportQuestion } from '#shared/contract/transcripts.ts'
import { requestId } from '#web/api/request-id.ts'
import { useProcessing } from '#web/api/session-processing.ts'
import { ButtonLink } from '#web/ui/links.tsx'
import { QuestionDialog } from '#web/ui/question-dialog.tsx'
import { type ChosenFile, kindOf, pastedFile, refusal } from './accepted-files.ts'
import { AnotherFileAlert } from './another-file-alert.tsx'
import { FileChoice } from './file-choice.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { PasteField } from './paste-field.tsx'
import { processingStep, sendingStep } from './steps.ts'
import { UploadFailure } from './upload-failure.tsx'
import { SessionLanguageNotice } from '#web/ui/session-language-notice.tsx'
import { UploadProgress, UploadSuccess } from './upload-progress.tsx'
import { type Place, useHandIn } from './use-hand-in.ts'
import classes from './upload.module.css'

/** Time to read the success box before the note opens (core specification, section 9). */
const redirectMs = 1500

const settings: readonly { value: SettingType; label: string }[] = [
  { value: 'in-person', label: 'In person' },
  { value: 'telehealth', label: 'Telehealth' },
]

/** What the page offers when no speech engine is set up. */
export type SpeechHelpProps = { sessionId: string; isRetrying: boolean; onAgain: () => void; onImported: () => void }

type Props = {
  clientId: string
  maxMb: number
  place: Place
  onPlace: (place: Place) => void
  onLeave: () => void
  onComplete: (sessionId: string) => void
  renderSpeechHelp: (props: SpeechHelpProps) => ReactNode
}

/** Hands in a recording or a transcript and follows it until its note is there. */
export function UploadSession({ clientId, maxMb, place, onPlace, onLeave, onComplete, renderSpeechHelp }: Props) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [pasted, setPasted] = useState({ text: '', requestId: '' })
  const [confirmed, setConfirmed] = useState<ImportQuestion[]>([])
  const [settingType, setSettingType] = useState<SettingType>('in-person')
  const [objection, setObjection] = useState<string | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const handIn = useHandIn({ clientId, place, onPlace })
  const sessionId = place.session ?? null
  const processing = useProcessing(sessionId)

  const isSending = handIn.state.phase === 'sending'
  const isComplete = processing.progress?.stage === 'complete'
  const isProcessing = sessionId !== null && processing.failure === null && !isComplete
  const isAtWork = isSending || isProcessing
  const step = sessionId === null ? sendingStep(handIn.state.sent) : processingStep(processing.progress)

  const complete = useEffectEvent(onComplete)
  useEffect(() => {
    if (!isComplete || sessionId === null) return undefined
    const timer = setTimeout(() => complete(sessionId), redirectMs)
    return () => clearTimeout(timer)
  }, [isComplete, sessionId])

  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isSending && current.pathname !== next.pathname,
    enableBeforeUnload: () => isSending,
    withResolver: true,
  })

  const choose = async (file: File) => {
    handIn.prepare(file)
    setConfirmed([])
    const kind = await kindOf(file)
    const found = refusal(file, kind, maxMb)
    setObjection(found)
    setChosen(found === null && kind !== null ? { file, kind, requestId: requestId() } : null)
  }
  const paste = (text: string) => {
    setPasted({ text, requestId: requestId() })
    setConfirmed([])
    setObjection(null)
    handIn.forget()
  }
  const remove = () => {
    setChosen(null)
    setObjection(null)
    void handIn.cancel()
  }
  const send = (answers = confirmed) => {
    const given = chosen ?? pastedChoice(pasted)
    const found = given === null ? sentence('file_required') : refusal(given.file, given.kind, maxMb)
    setObjection(found)
    if (given !== null && found === null) void handIn.send(given, settingType, answers)
  }
  const confirm = (question: ImportQuestion) => {
    const answers = [...confirmed, question]
    setConfirmed(answers)
    send(answers)
  }
  const leave = async () => {
    setLeaving(false)
    if (sessionId === null) await handIn.cancel()
    if (blocker.status === 'blocked') blocker.proceed()
    else onLeave()
  }
  const stay = () => {
    setLeaving(false)
    if (blocker.status === 'blocked') blocker.reset()
  }

  return (
    <Card className={classes.card}>
      {sessionId === null && (
        <>
          {handIn.interrupted === null && (
            <Radio.Group
              label="Session type"
              value={settingType}
              onChange={(value) => setSettingType(value === 'telehealth' ? 'telehealth' : 'in-person')}
            >
              <Group mt={8} gap="lg">
                {settings.map(({ value, label }) => (
                  <Radio key={value} value={value} label={label} disabled={isAtWork} />
                ))}
              </Group>
            </Radio.Group>
          )}
          {handIn.interrupted && !isSending && (
            <Interrupted fileName={handIn.interrupted.fileName} share={shareOf(handIn.interrupted)} />
          )}
          <FileChoice
            chosen={chosen}
            maxMb={maxMb}
            isDisabled={isAtWork}
            onChoose={(file) => void choose(file)}
            onRemove={remove}
          />
          {chosen === null && handIn.interrupted === null && (
            <PasteField value={pasted.text} isDisabled={isAtWork} onChange={paste} />
          )}
        </>
      )}
      {objection !== null && <Alert color="ember">{objection}</Alert>}
      <SessionLanguageNotice language={processing.progress?.otherLanguage ?? null} />
      {isAtWork && <UploadProgress step={step} isWaiting={handIn.state.isWaiting} onRetry={() => send()} />}
      {isComplete && (
        <>
          <UploadProgress step={step} isWaiting={false} onRetry={() => send()} />
          <UploadSuccess />
        </>
      )}
      {handIn.state.phase === 'another file' && (
        <AnotherFileAlert
          onChooseAgain={() => {
            setChosen(null)
            void handIn.resume()
          }}
          onStartOver={() => void handIn.cancel()}
        />
      )}
      {handIn.state.failure !== null && (
        <UploadFailure
          sentence={handIn.state.failure.sentence}
          isRetrying={false}
          onRetry={() => (chosen === null && pasted.text === '' ? void handIn.resume() : send())}
          onOtherFile={remove}
        />
      )}
      {sessionId !== null &&
        processing.failure !== null &&
        (processing.failure.code === 'speech_unavailable' ? (
          renderSpeechHelp({
            sessionId,
            isRetrying: processing.isRetrying,
            onAgain: () => void processing.again(),
            onImported: processing.follow,
          })
        ) : (
          <UploadFailure
            sentence={processing.failure.sentence}
            isRetrying={processing.isRetrying}
            onRetry={() => void processing.again()}
            onOtherFile={() => {
              setChosen(null)
              onPlace({})
            }}
          >
            <ButtonLink variant="subtle" size="xs" to="/notes/$sessionId" params={{ sessionId }}>
              Open the session
            </ButtonLink>
          </UploadFailure>
        ))}
      <div className={classes.actions}>
        <Button variant="default" disabled={isComplete} onClick={() => (isAtWork ? setLeaving(true) : void leave())}>
          Cancel
        </Button>
        {sessionId === null && (
          <Button disabled={isAtWork} onClick={() => send()}>
            Upload & Process
          </Button>
        )}
      </div>
      <QuestionDialog
        title="Check this transcript"
        text={handIn.state.asked?.sentence ?? null}
        confirmLabel="Use this transcript"
        onConfirm={() => {
          if (handIn.state.asked) confirm(handIn.state.asked.question)
        }}
        onCancel={handIn.forget}
      />
      <LeaveDialog
        opened={isLeaving || blocker.status === 'blocked'}
        isSending={sessionId === null}
        onStay={stay}
        onLeave={() => void leave()}
      />
    </Card>
  )
}

function pastedChoice({ text, requestId: id }: { text: string; requestId: string }): ChosenFile | null {
  return text.trim() === '' ? null : { file: pastedFile(text), kind: 'transcript', requestId: id }
}

function Interrupted({ fileName, share }: { fileName: string; share: number }) {
  return (
    <Alert color="ochre" title={`The upload of ${fileName} stopped at ${share}%`}>
      Choose the same file again and press Upload & Process: only the rest is sent.
    </Alert>
  )
}

function shareOf(upload: { nextChunk: number; chunkBytes: number; size: number }): number {
  return Math.floor((upload.nextChunk * upload.chunkBytes * 100) / Math.max(1, upload.size))
}
