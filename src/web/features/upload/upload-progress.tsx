import { Alert, Button, Group, Progress, Text, VisuallyHidden } from '@mantine/core'
import { Muted, Strong } from '#web/ui/layout/text.ts'
import { announcementOf, type Step } from './upload-step.ts'

/** A progress bar with message and percent. Screen readers get only milestones. */
export function UploadProgress({ step, isWaiting, onRetry }: { step: Step; isWaiting: boolean; onRetry: () => void }) {
  return (
    <div>
      <Group justify="space-between" mb="2xs">
        <Strong>{step.message}</Strong>
        <Muted className="num">{step.percent}%</Muted>
      </Group>
      <Progress value={step.percent} size="md" radius="xl" aria-label="Upload progress" />
      <VisuallyHidden component="output">{announcementOf(step)}</VisuallyHidden>
      {isWaiting && (
        <Alert color="ochre" mt="md">
          <Text mb="xs">Connection lost. The upload will resume when you’re back online.</Text>
          <Button variant="default" size="xs" onClick={onRetry}>
            Try Again
          </Button>
        </Alert>
      )}
    </div>
  )
}

/** The success message, shown shortly before the note opens. */
export function UploadSuccess() {
  return (
    <Alert color="spruce" title="Session uploaded successfully!">
      Redirecting to session notes...
    </Alert>
  )
}
