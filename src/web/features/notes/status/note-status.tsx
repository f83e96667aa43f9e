import { Alert, Badge, Card, Group, Progress, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconQuote } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SessionProgress } from '#shared/contract/sessions.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'

/** Shows the processing progress until the sections exist. */
export function NoteInTheMaking({
  progress,
  hasTranscript,
  children,
}: {
  progress: SessionProgress | null
  hasTranscript: boolean
  /** Actions while waiting for a service. */
  children?: ReactNode
}) {
  const isWaiting = progress?.errorCode === 'processing_waits'
  const isWriting = progress ? progress.stage === 'processing' || progress.stage === 'complete' : hasTranscript
  const message = isWriting ? 'Writing the note…' : 'Transcribing audio...'
  const percent = Math.round(progress?.percent ?? 0)
  return (
    <Card>
      <Group justify="space-between" mb={8}>
        <Text fw={600}>{message}</Text>
        {progress && (
          <Text className="num" c="dimmed">
            {percent}%
          </Text>
        )}
      </Group>
      <Progress value={percent} size="md" radius="xl" aria-label="Progress of the note" />
      <VisuallyHidden component="output">{message}</VisuallyHidden>
      <Text fz="sm" c="dimmed" mt="sm">
        {isWaiting ? progress.error : 'You can leave this page; processing continues.'}
      </Text>
      {isWaiting && children}
      <SectionsSkeleton />
    </Card>
  )
}

/** Notice above the sections while the note is being redrafted. */
export function RedraftUnderway() {
  return (
    <Alert color="dusk" mb={20}>
      The note is being redrafted. The previous version is shown below.
    </Alert>
  )
}

/** Badge beside the client's name while parts are unwritten. */
export function ExcerptsBadge() {
  return (
    <Badge color="dusk" leftSection={<IconQuote size={14} aria-hidden />}>
      Excerpts
    </Badge>
  )
}

/** Explains excerpts while parts of the note are unwritten. */
export function WorksheetNotice() {
  return (
    <Alert color="dusk" mb={20} role="note">
      <Text span inherit fw={600}>
        Excerpts, not a finished note.
      </Text>{' '}
      No language model was used. Passages are word for word from the session. Write the note in your own words.
    </Alert>
  )
}

type FailedProps = { title: string; children: ReactNode; actions: ReactNode }

/** The failure of a note, with recovery actions. */
export function NoteFailed({ title, children, actions }: FailedProps) {
  return (
    <Alert color="ember" title={title} mb={20}>
      {children}
      <Group gap="sm" mt="sm">
        {actions}
      </Group>
    </Alert>
  )
}

/** Placeholder of loading sections. */
export function SectionsSkeleton() {
  return (
    <Loading label="Loading note">
      <Stack gap="xl" mt="lg">
        {['one', 'two', 'three'].map((key) => (
          <Stack key={key} gap={8}>
            <Skeleton h={22} w={140} />
            <Skeleton h={16} />
            <Skeleton h={16} w="92%" />
            <Skeleton h={16} w="64%" />
          </Stack>
        ))}
      </Stack>
    </Loading>
  )
}
