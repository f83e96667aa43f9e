import { Button, Card, Pagination, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { accountQuery } from '#web/identity/account.ts'
import { query } from '#web/api/client.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { ClientTable, ClientTableSkeleton } from '#web/features/clients/list/client-table.tsx'
import { ClientsEmpty } from '#web/features/clients/list/clients-empty.tsx'
import { savedNameSearch, useNameSearch } from '#web/features/clients/list/client-name-search.ts'
import { TherapistFilter } from '#web/features/clients/list/therapist-filter.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { ListFooter } from '#web/ui/layout/panel-parts.ts'
import classes from './clients.module.css'

const AddClient = lazyDialog(() => import('#web/features/clients/add-client.tsx'))

const pageSize = 20
const statuses = ['all', 'active', 'archived'] as const
const labels = { all: 'All', active: 'Active', archived: 'Archived' }

type Status = (typeof statuses)[number]
type Search = { status?: Status; therapist?: string; page?: number; add?: true }

const idForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const readSearch = onlyChecked((search): Search => {
  const status = statuses.find((known) => known === search['status'])
  const page = Number(search['page'])
  return {
    ...(status !== undefined && status !== 'active' && { status }),
    ...(typeof search['therapist'] === 'string' &&
      idForm.test(search['therapist']) && { therapist: search['therapist'] }),
    ...(Number.isInteger(page) && page > 1 && page <= 100_000 && { page }),
    ...(search['add'] === true && { add: true }),
  }
})

function listQuery(name: string, { status = 'active', therapist, page = 1 }: Search) {
  return query.clients.list.queryOptions({
    input: { status, search: name.trim(), page, ...(therapist && { therapistId: therapist }) },
  })
}

export const Route = createFileRoute('/_shell/clients')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { status, therapist, page } }) => ({ status, therapist, page }),
  loader: ({ context: { queryClient }, deps }) =>
    void queryClient.prefetchQuery(listQuery(savedNameSearch(queryClient), deps)),
  component: ClientsPage,
})

function ClientsPage() {
  const search = Route.useSearch()
  const { status = 'active', therapist, page = 1 } = search
  const [name, setName] = useNameSearch()
  const navigate = Route.useNavigate()
  const { data: account } = useQuery(accountQuery)
  const list = useQuery({ ...listQuery(name, search), placeholderData: keepPreviousData })
  const showPage = (wanted: number) => void navigate({ search: (old) => ({ ...old, page: wanted }) })
  const showAdd = (isShown: boolean) =>
    void navigate({ search: (old) => ({ ...old, add: isShown ? true : undefined }), replace: true })

  // The dialog loads when it is first opened.
  const isAdding = search.add === true
  const [wasAdding, setWasAdding] = useState(isAdding)
  if (isAdding && !wasAdding) setWasAdding(true)

  const isReadOnly = useReadOnly()
  const addButton = !isReadOnly && (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => showAdd(true)}>
      Add Client
    </Button>
  )
  const counts = list.data?.counts

  if (account && !account.organization) {
    return (
      <Page title="Clients">
        <Card>No organization found. Please contact your admin.</Card>
      </Page>
    )
  }
  return (
    <Page
      title="Clients"
      lead={counts ? `${counts.active} active, ${counts.archived} archived` : 'Everyone you work with'}
      actions={addButton}
    >
      <Card padding={0} component="section" aria-label="Clients">
        <Tabs
          classNames={{ list: classes.tabs, tab: classes.tab }}
          value={status}
          onChange={(value) => {
            const wanted = statuses.find((known) => known === value)
            void navigate({ search: { therapist, status: wanted } })
          }}
        >
          <ListFooter justify="space-between" gap="sm">
            <Tabs.List aria-label="Status">
              {statuses.map((known) => (
                <Tabs.Tab key={known} value={known}>
                  {labels[known]} {counts && <span className="num">{counts[known]}</span>}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <div className={classes.narrow}>
              <TherapistFilter
                className={classes.therapist}
                therapistId={therapist}
                onChange={(wanted) =>
                  void navigate({ search: (old) => ({ ...old, therapist: wanted, page: undefined }) })
                }
              />
              <SearchField
                className={classes.search}
                initial={name}
                onSearch={(text) => {
                  setName(text)
                  void navigate({ search: (old) => ({ ...old, page: undefined }), replace: true })
                }}
              />
            </div>
          </ListFooter>
          <Tabs.Panel value={status}>
            {list.isError ? (
              <LoadFailure error={list.error} fallback="Failed to load clients" onRetry={() => void list.refetch()} />
            ) : list.isPending ? (
              <ClientTableSkeleton />
            ) : list.data.items.length === 0 ? (
              <ClientsEmpty
                page={list.data}
                status={status}
                search={name.trim()}
                isNarrowed={therapist !== undefined}
                action={addButton}
                onLastPage={() => showPage(pagesOf(list.data.total))}
              />
            ) : (
              <>
                <ClientTable clients={list.data.items} isStale={list.isPlaceholderData} />
                <Pages total={list.data.total} page={page} onPage={showPage} />
              </>
            )}
          </Tabs.Panel>
        </Tabs>
      </Card>
      <Suspense>{wasAdding && <AddClient opened={isAdding} onClose={() => showAdd(false)} />}</Suspense>
    </Page>
  )
}

const pagesOf = (total: number) => Math.ceil(total / pageSize)

function Pages({ total, page, onPage }: { total: number; page: number; onPage: (page: number) => void }) {
  const names = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' }
  return (
    <ListFooter justify="space-between" className={classes.pages}>
      <Hint className="num" component="output">
        {(page - 1) * pageSize + 1} to {Math.min(page * pageSize, total)} of {total}
      </Hint>
      {total > pageSize && (
        <Pagination
          component="nav"
          aria-label="Pages"
          total={pagesOf(total)}
          value={page}
          onChange={onPage}
          withEdges
          size="sm"
          getControlProps={(control) => ({ 'aria-label': names[control] })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </ListFooter>
  )
}
