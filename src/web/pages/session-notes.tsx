import { Card } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import { accountQuery } from '#web/api/account.ts'
import { NoOrganization } from '#web/features/accounts/no-organization.tsx'
import { NoteList } from '#web/features/notes/note-list.tsx'
import { noteListQuery } from '#web/features/notes/note-list-query.ts'
import { todayIn } from '#web/ui/dates.ts'
import { ButtonLink } from '#web/ui/links.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import classes from './session-notes.module.css'

// Kept in memory with the notes, and wiped with them: what was searched for does not belong in the address.
const searchKey = ['session notes', 'search']

export const Route = createFileRoute('/_shell/session-notes')({
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchInfiniteQuery(noteListQuery(queryClient.getQueryData<string>(searchKey)?.trim() ?? '')),
  component: SessionNotesPage,
})

function SessionNotesPage() {
  const cache = useQueryClient()
  const [search, setSearch] = useState(cache.getQueryData<string>(searchKey) ?? '')
  const { data: account } = useQuery(accountQuery)
  return (
    <Page title="Session Notes" lead={account && whose(account)}>
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
        </div>
        <NoteList
          search={search.trim()}
          today={todayIn(account?.timeZone ?? '')}
          emptyAction={<ButtonLink to="/clients">Choose a client</ButtonLink>}
        />
      </Card>
    </Page>
  )
}

/** Whose notes the role shows (core specification, section 6). */
function whose({ organization }: Account): string {
  if (organization?.role === 'supervisor')
    return 'Yours and those of the therapists you supervise, newest session first'
  if (organization?.role === 'owner' || organization?.role === 'admin') {
    return `All of ${organization.name}, newest session first`
  }
  return 'Yours, newest session first'
}
