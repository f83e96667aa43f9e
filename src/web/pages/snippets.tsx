import { Button, Card, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { Snippet } from '#shared/contract/snippets.ts'
import { query } from '#web/api/client.ts'
import { SnippetList } from '#web/features/snippets/snippet-list.tsx'
import { useDeleteSnippet } from '#web/features/snippets/use-delete-snippet.ts'
import { accountQuery } from '#web/identity/account.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { useKeptFocus } from '#web/ui/browser/use-kept-focus.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { Page } from '#web/ui/layout/page.tsx'

const SnippetForm = lazyDialog(() => import('#web/features/snippets/snippet-form.tsx'))

export const Route = createFileRoute('/_shell/snippets')({
  component: SnippetsPage,
})

function SnippetsPage() {
  const { data: account } = useQuery(accountQuery)
  const isReadOnly = useReadOnly()
  const list = useQuery(query.snippets.list.queryOptions())
  const [edited, setEdited] = useState<Snippet | null>(null)
  /** The form is mounted again each time it opens. */
  const [opening, setOpening] = useState(0)
  const form = useDialog()
  const keptFocus = useKeptFocus()
  const remove = useDeleteSnippet()
  const organization = account?.organization?.name ?? null
  const open = (snippet: Snippet | null) => {
    setEdited(snippet)
    setOpening((count) => count + 1)
    form.open()
  }
  const snippets = list.data?.items ?? []
  const actions = { isReadOnly, onEdit: open, onDelete: remove.mutate }
  return (
    <Page
      title="Snippets"
      lead="In a note, type ; and a trigger, then press Tab. Ctrl Z takes the text out again."
      width="column"
      actions={
        !isReadOnly && (
          <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => open(null)}>
            Add snippet
          </Button>
        )
      }
    >
      {list.isPending && (
        <Card>
          <Loading label="Loading snippets">
            <Placeholder kind="row" count={4} />
          </Loading>
        </Card>
      )}
      {list.isError && (
        <LoadFailure error={list.error} fallback="Failed to load snippets" onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && snippets.length === 0 && (
        <Card padding={0}>
          <EmptyState title="No snippets yet">
            Sentences you write often, such as a mental status within normal limits, will appear here.
          </EmptyState>
        </Card>
      )}
      <Stack gap="lg" tabIndex={-1} {...keptFocus}>
        <SnippetList title="Your snippets" snippets={snippets.filter(({ isShared }) => !isShared)} {...actions} />
        <SnippetList
          title={`Shared with ${organization ?? ''}`}
          snippets={snippets.filter(({ isShared }) => isShared)}
          {...actions}
        />
      </Stack>
      <Suspense>
        {form.isMounted && (
          <SnippetForm
            key={opening}
            opened={form.isOpen}
            snippet={edited}
            organization={organization}
            onClose={form.close}
          />
        )}
      </Suspense>
    </Page>
  )
}
