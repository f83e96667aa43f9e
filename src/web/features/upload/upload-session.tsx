import { Alert, Button, Card } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { SettingType } from '#shared/contract/sessions.ts'
import type { ImportQuestion } from '#shared/contract/transcripts.ts'
import { useProcessing } from '#web/api/session-processing.ts'
import { waitAtMost } from '#web/ui/browser/wait-at-most.ts'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { confirmLeave } from '#web/identity/leave-guard.ts'
import { QuestionDialog } from '#web/ui/dialog/question-dialog.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { AnotherFileAlert } from './another-file-alert.tsx'
import { FileChoice } from './file-choice.tsx'
import { SessionFieldset, SettingField } from './session-fields.tsx'
import { toSessionDetails } from './session-details.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { PasteField } from './paste-field.tsx'
import { processingStep, sendingStep } from './upload-step.ts'
import { UploadFailure } from './upload-failure.tsx'
import { SessionLanguageNotice } from '#web/ui/feedback/session-language-notice.tsx'
import { UploadProgress, UploadSuccess } from './upload-progress.tsx'
import { type Place, useUpload } from './use-upload.ts'
import { useSessionFields } from './use-session-fields.ts'
import { useUploadSource } from './use-upload-source.ts'
import classes from './upload.module.css'

/** How long the success message is shown before the note opens (spec core §9). */
const redirectMs = 1500

/** Maximum time that leaving waits for the deletion of the upload. */
const cancelTimeoutMs = 1000

/** Props of the help that is shown if there is no speech engine. */
export type SpeechHelpProps = {
  sessionId: string
  isRetrying: boolean
  onTranscribeAgain: () => void
  onImported: () => void
}

/** The appointment that the uploaded session fulfills. */
export type UploadedAppointment = { id: string; date: string; startTime: string; settingType: SettingType }

type Props = {
  clientId: string
  clientName: string
  /** Time zone of the therapist. */
  timeZone: string
  appointment: UploadedAppointment | undefined
  maxMb: number
  place: Place
  onPlace: (place: Place) => void
  onLeave: () => void
  onComplete: (sessionId: string) => void
  renderSpeechHelp: (props: SpeechHelpProps) => ReactNode
  /** Renders the warning about overlapping sessions. */
  renderOverlap: (at: { date: string; startTime: string }) => ReactNode
}

/** Uploads a recording or a transcript, and shows its processing until the note is ready. */
export function UploadSession({
  clientId,
  clientName,
  timeZone,
  appointment,
  maxMb,
  place,
  onPlace,
  onLeave,
  onComplete,
  renderSpeechHelp,
  renderOverlap,
}: Props) {
  const what = useUploadSource(maxMb)
  const held = useSessionFields(timeZone, appointment)
  const [confirmed, setConfirmed] = useState<ImportQuestion[]>([])
  const [isLeaving, setLeaving] = useState(false)
  const upload = useUpload({ clientId, place, onPlace })
  const sessionId = place.session ?? null
  const processing = useProcessing(sessionId)

  const isSending = upload.state.phase === 'sending'
  const isEntered = what.given !== null || held.isTyped
  const isComplete = processing.progress?.stage === 'complete'
  const isProcessing = sessionId !== null && processing.failure === null && !isComplete
  const isAtWork = isSending || isProcessing
  /** A resumed upload keeps the session details with which it was started. */
  const isStating = upload.interrupted === null
  const step = sessionId === null ? sendingStep(upload.state.sent) : processingStep(processing.progress)

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

  const clear = () => {
    what.clear()
    held.reset()
  }
  const choose = async (file: File) => {
    upload.prepare(file)
    setConfirmed([])
    if (await what.choose(file)) await held.takeFrom(file)
  }
  const paste = (text: string) => {
    what.paste(text)
    setConfirmed([])
    upload.reset()
  }
  const removeFile = () => {
    what.remove()
    held.removeFile()
  }
  const remove = () => {
    removeFile()
    void upload.cancel()
  }
  const send = (answers = confirmed) => {
    const given = what.check()
    const isStated = upload.interrupted !== null || held.check()
    if (given !== null && isStated) void upload.send(given, toSessionDetails(held.value, appointment?.id), answers)
  }
  const confirm = (question: ImportQuestion) => {
    const answers = [...confirmed, question]
    setConfirmed(answers)
    send(answers)
  }
  const leave = async () => {
    setLeaving(false)
    if (sessionId === null) {
      clear()
      // Without a connection, deleting the upload takes long, and the server deletes it eventually.
      await waitAtMost(cancelTimeoutMs, upload.cancel())
    }
    if (blocker.status === 'blocked') blocker.proceed()
    else onLeave()
  }
  const cancel = async () => {
    if (isAtWork) setLeaving(true)
    else if (await confirmLeave()) await leave()
  }
  const stay = () => {
    setLeaving(false)
    if (blocker.status === 'blocked') blocker.reset()
  }

  return (
    <Card className={classes.card}>
      {sessionId === null && (
        <>
          {isStating && <SettingField value={held.value} isDisabled={isAtWork} onChange={held.change} />}
          {upload.interrupted && !isSending && (
            <Interrupted fileName={upload.interrupted.fileName} share={shareOf(upload.interrupted)} />
          )}
          <FileChoice
            chosen={what.chosen}
            maxMb={maxMb}
            isDisabled={isAtWork}
            onChoose={(file) => void choose(file)}
            onRemove={remove}
          />
          {what.chosen === null && isStating && (
            <PasteField value={what.pastedText} isDisabled={isAtWork} onChange={paste} />
          )}
          {isStating && (
            <SessionFieldset
              value={held.value}
              errors={held.errors}
              clientName={clientName}
              isFromFile={held.isFromFile}
              isDisabled={isAtWork}
              onChange={held.change}
            />
          )}
          {isStating && !isAtWork && renderOverlap(held.value)}
        </>
      )}
      {what.objection !== null && <Alert color="ember">{what.objection}</Alert>}
      <SessionLanguageNotice language={processing.progress?.otherLanguage ?? null} />
      {isAtWork && <UploadProgress step={step} isWaiting={upload.state.isWaiting} onRetry={() => send()} />}
      {isComplete && (
        <>
          <UploadProgress step={step} isWaiting={false} onRetry={() => send()} />
          <UploadSuccess />
        </>
      )}
      {upload.state.phase === 'another file' && (
        <AnotherFileAlert
          onChooseAgain={() => {
            removeFile()
            void upload.resume()
          }}
          onStartOver={() => void upload.cancel()}
        />
      )}
      {upload.state.failure !== null && (
        <UploadFailure
          sentence={upload.state.failure.sentence}
          isRetrying={false}
          onRetry={() => (what.given === null ? void upload.resume() : send())}
          onOtherFile={remove}
        />
      )}
      {sessionId !== null &&
        processing.failure !== null &&
        (processing.failure.code === 'speech_unavailable' ? (
          renderSpeechHelp({
            sessionId,
            isRetrying: processing.isRetrying,
            onTranscribeAgain: () => void processing.retry(),
            onImported: processing.follow,
          })
        ) : (
          <UploadFailure
            sentence={processing.failure.sentence}
            isRetrying={processing.isRetrying}
            onRetry={() => void processing.retry()}
            onOtherFile={() => {
              removeFile()
              onPlace({})
            }}
          >
            <ButtonLink variant="subtle" size="xs" to="/notes/$sessionId" params={{ sessionId }}>
              Open the session
            </ButtonLink>
          </UploadFailure>
        ))}
      <div className={classes.actions}>
        <Button variant="default" disabled={isComplete} onClick={() => void cancel()}>
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
        text={upload.state.asked?.sentence ?? null}
        confirmLabel="Use this transcript"
        onConfirm={() => {
          if (upload.state.asked) confirm(upload.state.asked.question)
        }}
        onCancel={upload.reset}
      />
      <UnsavedGuard isDirty={isEntered && sessionId === null && !isSending} what="this upload" onDiscard={clear} />
      <LeaveDialog
        opened={isLeaving || blocker.status === 'blocked'}
        isSending={sessionId === null}
        onStay={stay}
        onLeave={() => void leave()}
      />
    </Card>
  )
}

function Interrupted({ fileName, share }: { fileName: string; share: number }) {
  return (
    <Alert color="ochre" title={`The upload of ${fileName} stopped at ${share}%`}>
      Choose the same file again and press Upload & Process: only the rest is uploaded.
    </Alert>
  )
}

function shareOf(upload: { nextChunk: number; chunkBytes: number; size: number }): number {
  return Math.floor((upload.nextChunk * upload.chunkBytes * 100) / Math.max(1, upload.size))
}
