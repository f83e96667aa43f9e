import { Button, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SessionProgress } from '#shared/contract/sessions.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ButtonLink } from '#web/ui/links.tsx'
import { lastStep, processingMessages } from './processing-pace.ts'
import { useProcessingStep } from './use-pace.ts'
import classes from './processing.module.css'

type Props = {
  opened: boolean
  sessionId: string
  startedAt: number
  progress: SessionProgress | null
  /** What went wrong, with its ways on. */
  failure: ReactNode
  onClose: () => void
}

/** Follows a session that has ended until its note is there: as fast as specified, never ahead of the work itself. */
export function ProcessingDialog({ opened, sessionId, startedAt, progress, failure, onClose }: Props) {
  const step = useProcessingStep(startedAt, progress?.stage ?? null)
  const isComplete = step === lastStep
  const percent = progress?.stage === 'transcribing' ? Math.round(progress.percent) : null
  return (
    <Dialog opened={opened} onClose={onClose} title={isComplete ? 'Your note is ready' : 'Processing the session'}>
      <Stack gap="md">
        <Progress value={(step / lastStep) * 100} size="md" radius="xl" aria-label="Progress of the session" />
        <ol className={classes.steps}>
          {processingMessages.map((message, index) => (
            <li
              key={message}
              className={classes.step}
              data-state={index < step || isComplete ? 'done' : index === step ? 'now' : 'later'}
              aria-current={index === step && !isComplete ? 'step' : undefined}
            >
              <span className={classes.mark} aria-hidden>
                {(index < step || isComplete) && <IconCheck size={14} stroke={2.4} />}
              </span>
              {message}
              {index === step && percent !== null && !isComplete && <span className="num"> ({percent}% of all)</span>}
            </li>
          ))}
        </ol>
        <VisuallyHidden component="output">{processingMessages[step]}</VisuallyHidden>
        {failure}
        {isComplete ? (
          <Group justify="flex-end">
            <ButtonLink to="/notes/$sessionId" params={{ sessionId }} data-autofocus>
              View Session Notes
            </ButtonLink>
          </Group>
        ) : (
          <Group justify="space-between">
            <Text fz="sm" c="dimmed">
              The work goes on without this page.
            </Text>
            {progress?.stage === 'complete' ? (
              <ButtonLink variant="default" to="/notes/$sessionId" params={{ sessionId }}>
                Go to the note now
              </ButtonLink>
            ) : (
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
