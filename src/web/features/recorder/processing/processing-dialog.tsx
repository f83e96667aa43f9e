import { Button, Group, Progress, Stack, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { SessionProgress } from '#shared/contract/sessions.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { SessionLanguageNotice } from '#web/ui/feedback/session-language-notice.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { lastStep, processingMessages } from './processing-pace.ts'
import { useProcessingStep } from './use-processing-step.ts'
import classes from './processing.module.css'

type Props = {
  opened: boolean
  sessionId: string
  startedAt: number
  progress: SessionProgress | null
  /** The failure with its recovery actions. */
  failure: ReactNode
  onClose: () => void
}

/**
 * Shows the processing of an ended session until its note is ready, at the specified pace but never ahead of the job.
 */
export function ProcessingDialog({ opened, sessionId, startedAt, progress, failure, onClose }: Props) {
  const step = useProcessingStep(startedAt, progress)
  const isComplete = step === lastStep
  const view = useRef<HTMLAnchorElement>(null)
  // The focused button was removed, so the link to the note takes the focus.
  useEffect(() => {
    if (isComplete) view.current?.focus()
  }, [isComplete])
  return (
    <Dialog opened={opened} onClose={onClose} title={isComplete ? 'Your note is ready' : 'Processing the session'}>
      <Stack gap="md">
        <Progress value={(step / lastStep) * 100} size="md" radius="xl" aria-label="Progress of the session" />
        <Steps step={step} percent={percentOf(progress)} hasFailed={failure !== null} />
        <VisuallyHidden component="output">{processingMessages[step]}</VisuallyHidden>
        <SessionLanguageNotice language={progress?.otherLanguage ?? null} />
        {failure}
        <Group justify="space-between">
          <Hint>
            {failure === null && !isComplete && (waitingFor(progress) ?? 'You can close this; processing continues.')}
          </Hint>
          {isComplete ? (
            <ButtonLink ref={view} to="/notes/$sessionId" params={{ sessionId }}>
              View Session Notes
            </ButtonLink>
          ) : progress?.stage === 'complete' ? (
            <ButtonLink variant="default" to="/notes/$sessionId" params={{ sessionId }}>
              Open the note now
            </ButtonLink>
          ) : (
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

/** The reason why the job is paused; null if it is not. */
function waitingFor(progress: SessionProgress | null): string | null {
  return progress?.errorCode === 'processing_waits' ? progress.error : null
}

/** The progress of the transcription in percent; null in other stages. */
function percentOf(progress: SessionProgress | null): string | null {
  return progress?.stage === 'transcribing' ? `${Math.round(progress.percent)}%` : null
}

function Steps({ step, percent, hasFailed }: { step: number; percent: string | null; hasFailed: boolean }) {
  const stateOf = (index: number) => {
    if (index < step || step === lastStep) return 'done'
    return index > step ? 'later' : hasFailed ? 'failed' : 'now'
  }
  return (
    <ol className={classes.steps}>
      {processingMessages.map((message, index) => {
        const state = stateOf(index)
        // After a failure, only the failed step is shown, with recovery actions.
        if (hasFailed && index !== step) return null
        return (
          <li
            key={message}
            className={classes.step}
            data-state={state}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden>
              {state === 'done' && <IconCheck size={14} stroke={2.4} />}
            </span>
            {message}
            {state === 'now' && percent !== null && <span className={classes.percent}>{percent}</span>}
          </li>
        )
      })}
    </ol>
  )
}
