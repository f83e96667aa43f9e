import { Button, Card, Group, Tabs } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconEye,
  IconMicrophone,
  IconPencil,
  IconTransfer,
  IconUpload,
  IconWriting,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Client } from '#shared/contract/clients.ts'
import { shownTherapist } from '#shared/rules/therapist-name.ts'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { ClientAmendments } from '#web/features/amendments/client-amendments.tsx'
import { ClientReleases } from '#web/features/releases/client-releases.tsx'
import { RecordTrail } from '#web/features/audit/record-trail.tsx'
import { ClientDetails } from '#web/features/clients/record/client-details.tsx'
import { ClientMissing } from '#web/features/clients/client-missing.tsx'
import { SessionList } from '#web/features/clients/record/session-list.tsx'
import { DeletionReceipts } from '#web/features/sessions/deletion-receipts.tsx'
import { FoldedSection } from '#web/ui/layout/folded-section.tsx'
import { StatusBadge } from '#web/features/clients/status-badge.tsx'
import { type Relation, useMayTransfer, useClientRelation } from '#web/features/clients/client-relation.ts'
import { useRestore } from '#web/features/clients/record/use-restore-client.ts'
import { ClientNotesLink } from '#web/features/psychotherapy-notes/link-cards.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'

import classes from './client.module.css'

const ArchiveClient = lazyDialog(() => import('#web/features/clients/record/archive-client.tsx'))
const EditClient = lazyDialog(() => import('#web/features/clients/record/edit-client.tsx'))
const QuickReview = lazyDialog(() => import('#web/features/clients/record/quick-review.tsx'))
const TransferClient = lazyDialog(() => import('#web/features/clients/record/transfer-client.tsx'))

const tabs = ['client', 'sessions', 'progress', 'homework'] as const
const labels = { client: 'Client', sessions: 'Sessions', progress: 'Progress', homework: 'Homework' }

type Search = { tab?: (typeof tabs)[number] }

export const Route = createFileRoute('/_shell/clients/$clientId')({
  validateSearch: onlyChecked((search): Search => {
    const tab = tabs.find((known) => known === search['tab'])
    return tab === undefined || tab === 'client' ? {} : { tab }
  }),
  loader: ({ context, params }) =>
    void context.queryClient.prefetchQuery(query.clients.get.queryOptions({ input: params })),
  component: ClientDetailPage,
})

function ClientDetailPage() {
  const { clientId } = Route.useParams()
  const client = useQuery(query.clients.get.queryOptions({ input: { clientId } }))
  if (client.isPending) return <ClientSkeleton />
  if (readError(client.error).code === 'client_missing') return <ClientMissing />
  const failure = client.error && (
    <LoadFailure error={client.error} fallback="Failed to load client" onRetry={() => void client.refetch()} />
  )
  if (!client.data) return <Page title="Client">{failure}</Page>
  // After a failed reload, the dialogs stay: they may contain unsaved input.
  return (
    <>
      {failure}
      <OneClient key={clientId} client={client.data} />
    </>
  )
}

function OneClient({ client }: { client: Client }) {
  const { tab = 'client' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const edit = useDialog()
  const archive = useDialog()
  const review = useDialog()
  const transfer = useDialog()
  const restore = useRestore(client)
  const relation = useClientRelation(client)
  const isActive = client.status === 'active'
  const isOwn = relation === 'own'
  const isReadOnly = useReadOnly()
  const mayTransfer = useMayTransfer()
  const mayChange = relation !== 'supervises' && !isReadOnly
  return (
    <Page
      title={`${client.firstName} ${client.lastName}`}
      lead={
        <>
          <Group gap="xs">
            {client.pronouns !== 'N/A' && <span>{client.pronouns}</span>}
            <StatusBadge status={client.status} />
          </Group>
          {relation !== 'own' && !isReadOnly && <OnlookerLine client={client} relation={relation} />}
        </>
      }
      actions={
        <>
          <Button variant="default" leftSection={<IconEye size={17} aria-hidden />} onClick={review.open}>
            Quick Review
          </Button>
          {mayChange && (
            <Button variant="default" leftSection={<IconPencil size={17} aria-hidden />} onClick={edit.open}>
              Edit Client
            </Button>
          )}
          {mayChange && (
            // A single button for both states, so that it keeps the focus.
            <Button
              variant={isActive ? 'default' : 'filled'}
              leftSection={isActive ? <IconArchive size={17} aria-hidden /> : <IconArchiveOff size={17} aria-hidden />}
              aria-busy={restore.isPending}
              onClick={() => {
                if (isActive) archive.open()
                else if (!restore.isPending) restore.mutate()
              }}
            >
              {isActive ? 'Archive' : 'Restore'}
            </Button>
          )}
          {mayTransfer && (
            <Button variant="default" leftSection={<IconTransfer size={17} aria-hidden />} onClick={transfer.open}>
              Transfer to…
            </Button>
          )}
          {isOwn && isActive && !isReadOnly && (
            <>
              <ButtonLink
                variant="default"
                to="/write-note"
                search={{ client: client.id }}
                leftSection={<IconWriting size={17} aria-hidden />}
              >
                Write note
              </ButtonLink>
              <ButtonLink
                variant="default"
                to="/upload-session/$clientId"
                params={{ clientId: client.id }}
                leftSection={<IconUpload size={17} aria-hidden />}
              >
                Upload a session
              </ButtonLink>
              <ButtonLink
                to="/session/$clientId"
                params={{ clientId: client.id }}
                leftSection={<IconMicrophone size={17} aria-hidden />}
              >
                Start a session
              </ButtonLink>
            </>
          )}
        </>
      }
    >
      <Card padding={0}>
        <Tabs
          value={tab}
          onChange={(value) => void navigate({ search: { tab: tabs.find((known) => known === value) }, replace: true })}
        >
          <Tabs.List className={classes.tabs}>
            {tabs.map((known) => (
              <Tabs.Tab key={known} value={known}>
                {labels[known]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="client">
            <ClientDetails client={client} />
            <RecordTrail clientId={client.id} />
            {/* Collapsed at first, because viewing the entries is recorded. */}
            <FoldedSection title="Amendment requests">
              <ClientAmendments clientId={client.id} />
            </FoldedSection>
            <FoldedSection title="Record releases and holds">
              <ClientReleases clientId={client.id} />
            </FoldedSection>
            <FoldedSection title="Deletions">
              <DeletionReceipts clientId={client.id} />
            </FoldedSection>
          </Tabs.Panel>
          <Tabs.Panel value="sessions">{tab === 'sessions' && <SessionList client={client} />}</Tabs.Panel>
          <Tabs.Panel value="progress">
            <EmptyState
              title="Progress"
              action={
                <ButtonLink variant="default" to="/progress" search={{ client: client.id }}>
                  Open the Progress page
                </ButtonLink>
              }
            >
              Progress tracking will be implemented. Until then, the Progress page shows what the sessions of{' '}
              {client.firstName} say.
            </EmptyState>
          </Tabs.Panel>
          <Tabs.Panel value="homework">
            <EmptyState title="Homework">No homework assignments yet.</EmptyState>
          </Tabs.Panel>
        </Tabs>
      </Card>
      {isOwn && !isReadOnly && <ClientNotesLink clientId={client.id} />}
      <Suspense>
        {edit.isMounted && <EditClient opened={edit.isOpen} client={client} onClose={edit.close} />}
        {review.isMounted && <QuickReview opened={review.isOpen} client={client} onClose={review.close} />}
        {transfer.isMounted && <TransferClient opened={transfer.isOpen} client={client} onClose={transfer.close} />}
        {archive.isMounted && <ArchiveClient opened={archive.isOpen} client={client} onClose={archive.close} />}
      </Suspense>
    </Page>
  )
}

/** Names the client's therapist and what the user may do. */
function OnlookerLine({ client, relation }: { client: Client; relation: Exclude<Relation, 'own'> }) {
  return (
    <p className={classes.onlooker}>
      Therapist: {shownTherapist(client.therapistName)}.{' '}
      {relation === 'administers'
        ? 'You can edit this client’s details. Only the therapist records sessions and writes notes.'
        : 'You have read-only access as a supervisor. Only the therapist records sessions, writes notes and changes the details.'}
    </p>
  )
}

function ClientSkeleton() {
  return (
    <Page title="Client">
      <Card>
        <Loading label="Loading client">
          <Placeholder kind="line" count={4} />
        </Loading>
      </Card>
    </Page>
  )
}
