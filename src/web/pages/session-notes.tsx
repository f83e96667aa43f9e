import { Card } from '@mantine/core'
import { IconWriting } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import { isDay } from '#shared/rules/calendar.ts'
import { readMonth } from '#shared/rules/month-search.ts'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { accountQuery } from '#web/identity/account.ts'
import { CosignLink } from '#web/features/cosign/cosign-link.tsx'
import { NoOrganization } from '#web/features/accounts/no-organization.tsx'
import { NoteList } from '#web/features/notes/list/note-list.tsx'
import { noteListQuery } from '#web/features/notes/list/note-list-query.ts'
import { type DateRange, DateRangeFields, inOrder } from '#web/ui/form/date-range.tsx'
import { todayIn } from '#web/ui/format/dates.ts'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import classes from './session-notes.module.css'

// The search is stored in the query cache, because it must not be in the URL.
const searchKey = ['session notes', 'search']

type Search = { from?: string; to?: string }

const readSearch = onlyChecked(({ from, to }): Search => ({
  ...(typeof from === 'string' && isDay(from) && { from }),
  ...(typeof to === 'string' && isDay(to) && { to }),
}))

export const Route = createFileRoute('/_shell/session-notes')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { from, to } }) => ({ from, to }),
  loader: ({ context: { queryClient }, deps }) =>
    void queryClient.prefetchInfiniteQuery(
      noteListQuery(queryClient.getQueryData<string>(searchKey)?.trim() ?? '', rangeOf(deps)),
    ),
  component: SessionNotesPage,
})

function SessionNotesPage() {
  const cache = useQueryClient()
  const [search, setSearch] = useState(cache.getQueryData<string>(searchKey) ?? '')
  const { data: account } = useQuery(accountQuery)
  const navigate = Route.useNavigate()
  const chosen = Route.useSearch()
  const range = rangeOf(chosen)
  const today = todayIn(account?.timeZone ?? '')
  return (
    <Page
      title="Session Notes"
      lead={account && whose(account)}
      actions={
        <>
          {account && <CosignLink account={account} />}
          {account?.viewing === null && (
            <ButtonLink variant="default" to="/write-note" leftSection={<IconWriting size={17} aria-hidden />}>
              Write note
            </ButtonLink>
          )}
        </>
      }
    >
      <NoOrganization />
      <Card padding={0} component="section" aria-label="Session Notes">
        <div className={classes.toolbar}>
          <SearchField
            className={classes.search}
            aria-label="Search notes"
            placeholder="Search clients and notes..."
            initial={search}
            onSearch={(text) => {
              cache.setQueryData(searchKey, text)
              setSearch(text)
            }}
          />
          <DateRangeFields
            value={{ from: chosen.from ?? null, to: chosen.to ?? null }}
            today={today}
            onChange={(changed) =>
              // The URL may still wait for the change of the other field.
              void navigate({ search: (old) => withDays(old, changed), replace: true, resetScroll: false })
            }
          />
          <output className={classes.month}>{monthText(search, today)}</output>
        </div>
        <NoteList
          search={search.trim()}
          range={range}
          today={today}
          emptyAction={<ButtonLink to="/clients">Choose a client</ButtonLink>}
        />
      </Card>
    </Page>
  )
}

function withDays(search: Search, changed: Partial<DateRange>): Search {
  const { from = null, to = null }: Partial<DateRange> = { ...search, ...changed }
  return { ...(from !== null && { from }), ...(to !== null && { to }) }
}

/** The days of the list, in chronological order. */
function rangeOf({ from, to }: Search): DateRange {
  return inOrder({ from: from ?? null, to: to ?? null })
}

/** Explains that the search was understood as a month. */
function monthText(search: string, today: string): string {
  const month = readMonth(search, today)
  if (!month) return ''
  const name = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const shown = `Sessions in ${name.format(new Date(`${month.from}T00:00:00Z`))}`
  return month.isCertain ? `${shown}.` : `${shown}, and notes with these words.`
}

/** Explains which notes the role can see (spec core §6). */
function whose({ organization }: Account): string {
  if (organization?.role === 'supervisor') return 'Your notes and those of the therapists you supervise, newest first'
  if (organization?.role === 'owner' || organization?.role === 'admin') {
    return `All notes at ${organization.name}, newest first`
  }
  return 'Your notes, newest first'
}
