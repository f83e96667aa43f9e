import { Button, Card, Group, Title } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import type { Resource } from '#shared/contract/resources.ts'
import { readError } from '#web/api/errors.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { HintLine } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { PageAlert } from '#web/ui/feedback/alerts.ts'
import { ResourceCard } from './resource-card.tsx'
import { resourceListQuery } from './resource-list-query.ts'
import { useDeletion } from './use-deletion.ts'
import classes from './resources.module.css'

const EditResource = lazyDialog(() => import('./edit-resource.tsx'))
const RecentlyDeleted = lazyDialog(() => import('./recently-deleted.tsx'))

/** The search field appears if there are more cards than this. */
const searchThreshold = 8

/** The organization's links as cards, with actions to edit and delete them. Searchable if there are many. */
export function ResourceGrid({ timeZone, isReadOnly }: { timeZone: string; isReadOnly: boolean }) {
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<Resource | null>(null)
  const list = useInfiniteQuery({ ...resourceListQuery(search), placeholderData: keepPreviousData })
  const { remove } = useDeletion()
  const heading = useRef<HTMLHeadingElement>(null)
  const edit = useDialog()
  const deleted = useDialog()
  const resources = list.data?.pages.flatMap((page) => page.items) ?? []
  const isSearchable = search !== '' || resources.length > searchThreshold || list.hasNextPage

  return (
    <section aria-labelledby="resource-list">
      <div className={classes.toolbar}>
        <div>
          <Title order={2} id="resource-list" ref={heading} tabIndex={-1}>
            Shared links
          </Title>
          <HintLine component="output">
            {list.isPending ? 'Loading resources...' : standing(resources.length, list.hasNextPage, search)}
          </HintLine>
        </div>
        {isSearchable && (
          <SearchField
            className={classes.search}
            aria-label="Search resources"
            placeholder="Search resources..."
            onSearch={(text) => setSearch(text.trim())}
          />
        )}
      </div>
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeletons />}
      {list.isSuccess && resources.length === 0 && <Nothing search={search} isReadOnly={isReadOnly} />}
      <ul className={classes.grid} data-stale={list.isPlaceholderData || undefined}>
        {resources.map((resource) => (
          <ResourceCard
            key={resource.id}
            resource={resource}
            timeZone={timeZone}
            isReadOnly={isReadOnly}
            onEdit={() => {
              setEdited(resource)
              edit.open()
            }}
            onDelete={(button) => {
              const next = takeOut(button) ?? heading.current
              next?.focus()
              remove.mutate(resource)
            }}
          />
        ))}
      </ul>
      <Group justify="center" mt="lg">
        {list.hasNextPage && (
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load more
          </Button>
        )}
        {list.isSuccess && !isReadOnly && (
          <Button variant="subtle" onClick={deleted.open}>
            Recently deleted
          </Button>
        )}
      </Group>
      <Suspense>
        {edit.isMounted && edited && (
          <EditResource
            key={edited.id}
            opened={edit.isOpen}
            resource={edited}
            onClose={edit.close}
            onGone={() => heading.current?.focus()}
          />
        )}
        {deleted.isMounted && <RecentlyDeleted opened={deleted.isOpen} timeZone={timeZone} onClose={deleted.close} />}
      </Suspense>
    </section>
  )
}

function standing(count: number, isMore: boolean, search: string): string {
  const found = search === '' ? '' : ' found'
  if (count === 0) return ''
  if (isMore) return `More than ${count} resources${found}`
  return `${count} ${count === 1 ? 'resource' : 'resources'}${found}`
}

/**
 * Marks the card of a pressed delete button as deleted. Returns the delete button of the nearest remaining card, which
 * takes the focus; cards deleted a moment ago are still on the page.
 */
function takeOut(button: HTMLElement): HTMLElement | null {
  const card = button.closest('li')
  card?.setAttribute('data-deleted', '')
  for (const direction of ['nextElementSibling', 'previousElementSibling'] as const) {
    let sibling = card?.[direction]
    while (sibling?.hasAttribute('data-deleted')) sibling = sibling[direction]
    if (sibling) return sibling.querySelector<HTMLElement>('[data-delete]')
  }
  return null
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { code, sentence } = readError(error)
  return (
    <PageAlert
      role="alert"
      color="ember"

      title={`Failed to load resources: ${code === 'unknown' ? 'Unknown error' : sentence}`}
    >
      <Button variant="default" size="xs" onClick={onRetry}>
        Try Again
      </Button>
    </PageAlert>
  )
}

function Nothing({ search, isReadOnly }: { search: string; isReadOnly: boolean }) {
  return (
    <Card padding={0}>
      {search === '' ? (
        <EmptyState
          title={isReadOnly ? 'No resources added yet.' : 'No resources added yet. Add a link above to get started!'}
        >
          Worksheets, reading and links for everyone in your organization will appear here.
        </EmptyState>
      ) : (
        <EmptyState title="No resources found">
          No title, address or description contains “{search}”. Search for one word, or for part of the address.
        </EmptyState>
      )}
    </Card>
  )
}

function Skeletons() {
  return (
    <div className={classes.grid} aria-hidden>
      {Array.from({ length: 4 }, (_, card) => (
        <Card key={card} className={classes.card} padding="md">
          <Placeholder kind="line" count={4} />
        </Card>
      ))}
    </div>
  )
}
