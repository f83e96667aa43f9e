import { Badge, Card, Group, Progress, Stack, VisuallyHidden } from '@mantine/core'
import { IconQuote } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SessionProgress } from '#shared/contract/sessions.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Hint, Muted, Strong } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { PageAlert } from '#web/ui/feedback/alerts.ts'
import { Actions } from '#web/ui/layout/panel-parts.ts'

/** Shows the progress of processing until the note has sections. */
export function NoteGenerating({
  progress,
  hasTranscript,
  children,
}: {
  progress: SessionProgress | null
  hasTranscript: boolean
  /** Actions while the note waits for a service. */
  children?: ReactNode
}) {
  const isWaiting = progress?.errorCode === 'processing_waits'
  const isWriting = progress ? progress.stage === 'processing' || progress.stage === 'complete' : hasTranscript
  const message = isWriting ? 'Writing the note…' : 'Transcribing audio...'
  const percent = Math.round(progress?.percent ?? 0)
  return (
    <Card>
      <Group justify="space-between" mb="2xs">
        <Strong>{message}</Strong>
        {progress && <Muted className="num">{percent}%</Muted>}
      </Group>
      <Progress value={percent} size="md" radius="xl" aria-label="Progress of the note" />
      <VisuallyHidden component="output">{message}</VisuallyHidden>
      <Hint mt="sm">{isWaiting ? progress.error : 'You can leave this page; processing continues.'}</Hint>
      {isWaiting && children}
      <SectionsSkeleton />
    </Card>
  )
}

/** A notice above the sections while the note is being redrafted. */
export function RedraftUnderway() {
  return <PageAlert color="dusk">The note is being redrafted. The previous version is shown below.</PageAlert>
}

/** A badge beside the client's name while parts of the note are not written. */
export function ExcerptsBadge() {
  return (
    <Badge color="dusk" leftSection={<IconQuote size={14} aria-hidden />}>
      Excerpts
    </Badge>
  )
}

/** Explains the excerpts while parts of the note are not written. */
export function WorksheetNotice() {
  return (
    <PageAlert color="dusk" role="note">
      <Strong span inherit>
        Excerpts, not a finished note.
      </Strong>{' '}
      No language model was used. Passages are word for word from the session. Write the note in your own words.
    </PageAlert>
  )
}

type FailedProps = { title: string; children: ReactNode; actions: ReactNode }

/** Shows why a note failed, with recovery actions. */
export function NoteFailed({ title, children, actions }: FailedProps) {
  return (
    <PageAlert color="ember" title={title}>
      {children}
      <Actions gap="sm">{actions}</Actions>
    </PageAlert>
  )
}

/** The placeholder while sections are loading. */
export function SectionsSkeleton() {
  return (
    <Loading label="Loading note">
      <Stack gap="xl" mt="lg">
        {['one', 'two', 'three'].map((key) => (
          <Placeholder key={key} kind="line" count={4} />
        ))}
      </Stack>
    </Loading>
  )
}
