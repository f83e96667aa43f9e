import { Button, Card, Group, Title, VisuallyHidden } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Progress } from '#shared/contract/progress.ts'
import { progressDisclaimer } from '#shared/rules/progress.ts'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { readError } from '#web/api/errors.ts'
import { ClientMissing } from '#web/features/clients/client-missing.tsx'
import { ExportProgress } from '#web/features/progress/export-progress.tsx'
import { progressQuery } from '#web/features/progress/progress-query.ts'
import { ProgressSection } from '#web/features/progress/progress-section.tsx'
import { SummaryTiles } from '#web/features/progress/summary-tiles.tsx'
import { useLightPrint } from '#web/features/progress/use-light-print.ts'
import { ClientSelect } from '#web/features/progress/client-select.tsx'
import { shownDate, todayIn } from '#web/ui/format/dates.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import classes from './progress.module.css'

type Search = { client?: string }

const readSearch = onlyChecked(({ client }): Search => (typeof client === 'string' && client !== '' ? { client } : {}))

export const Route = createFileRoute('/_shell/progress')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(progressQuery(deps.client)),
  component: ProgressPage,
})

function ProgressPage() {
  const { client: clientId } = Route.useSearch()
  const { account } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const progress = useQuery(progressQuery(clientId))
  useLightPrint()
  if (progress.isError && readError(progress.error).code === 'client_missing') return <ClientMissing />
  return (
    <Page
      title="Progress"
      lead={progress.data ? leadOf(progress.data, account.timeZone) : ' '}
      actions={
        <Group gap="sm" className={classes.actions}>
          <ClientSelect
            clientId={clientId}
            client={progress.data?.client}
            onChange={(client) => void navigate({ search: client === undefined ? {} : { client } })}
          />
          <Button
            variant="default"
            leftSection={<IconPrinter size={17} aria-hidden />}
            disabled={!progress.data}
            onClick={() => window.print()}
          >
            Print
          </Button>
          <ExportProgress clientId={clientId} />
        </Group>
      }
    >
      {progress.data ? (
        // When the client changes, the sections are collapsed again.
        <ProgressReport key={clientId ?? 'all'} progress={progress.data} />
      ) : progress.isError ? (
        <Card padding={0}>
          <LoadFailure
            error={progress.error}
            fallback="Failed to load progress"
            onRetry={() => void progress.refetch()}
          />
        </Card>
      ) : (
        <ProgressSkeleton />
      )}
    </Page>
  )
}

function leadOf({ client, updatedAt }: Progress, timeZone: string): string {
  const whose = client ? `${client.firstName} ${client.lastName}` : 'All my clients'
  const when = updatedAt ? shownDate(todayIn(timeZone, new Date(updatedAt))) : 'No notes yet'
  return `${whose} · Last updated: ${when}`
}

function ProgressReport({ progress }: { progress: Progress }) {
  const isEmpty = progress.sessions === 0 && progress.redFlags.length === 0
  return (
    <>
      <SummaryTiles progress={progress} />
      {isEmpty && (
        <Card mb="lg">
          <EmptyState
            title="No notes in the last 3 months"
            action={<ButtonLink to="/clients">Choose a client</ButtonLink>}
          >
            Findings from notes and session insights will appear in the sections below, each with its session. Record a
            session or upload a recording to begin.
          </EmptyState>
        </Card>
      )}
      <Card padding={0} className={classes.sections}>
        <VisuallyHidden>
          <Title order={2}>Sections</Title>
        </VisuallyHidden>
        {progress.sections.map((section) => (
          <ProgressSection key={section.name} section={section} progress={progress} />
        ))}
      </Card>
      <p className={classes.disclaimer}>{progressDisclaimer}</p>
    </>
  )
}

function ProgressSkeleton() {
  return (
    <Loading label="Loading progress" className={classes.lines}>
      <Placeholder kind="panel" count={3} />
    </Loading>
  )
}
