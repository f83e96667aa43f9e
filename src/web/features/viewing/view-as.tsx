import { Alert, ScrollArea, Stack } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { openFreshDashboard } from '#web/identity/identity-guard.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { searchResults } from '#web/ui/format/search-results.ts'
import { confirmLeave } from '#web/identity/leave-guard.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { UserSelect, UserOption } from '#web/ui/form/user-select.tsx'
import { roleNames } from '#web/ui/format/role-names.ts'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Hint, HintLine } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'

/** The dialog that selects the user whose data are viewed. */
export default function ViewAs({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="View as" scrollAreaComponent={ScrollArea.Autosize}>
      <Choice />
    </Dialog>
  )
}

function Choice() {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const people = useQuery({
    ...query.viewing.people.queryOptions({ input: { search } }),
    placeholderData: keepPreviousData,
  })
  const { found: items, isStale: isFormer } = searchResults(people, { typed, asked: search })
  const start = useMutation({
    mutationFn: async (userId: string) => {
      if (!(await confirmLeave())) return
      await api.viewing.start({ userId })
      openFreshDashboard()
    },
  })
  return (
    <Stack gap="sm">
      <Hint>
        You will see what this person sees for up to an hour, and cannot change anything. What you open is recorded in
        the audit trail under your name.
      </Hint>
      {start.isError && (
        <Alert color="ember" role="alert">
          {readError(start.error, 'Viewing could not be started. Try again.').sentence}
        </Alert>
      )}
      <SearchField
        data-autofocus
        aria-label="Search people"
        placeholder="Search people..."
        onType={setTyped}
        onSearch={setSearch}
      />
      {people.isError ? (
        <LoadFailure error={people.error} fallback="Failed to load people" onRetry={() => void people.refetch()} />
      ) : people.isPending ? (
        <Loading label="Loading people">
          <Placeholder kind="row" count={2} />
        </Loading>
      ) : (
        <>
          {items.length > 0 ? (
            <UserSelect aria-label="People">
              {items.map((person) => (
                <li key={person.userId}>
                  <UserOption
                    person={person}
                    about={roleNames[person.role]}
                    isUnderway={start.isPending && start.variables === person.userId}
                    onChoose={() => !start.isPending && start.mutate(person.userId)}
                  />
                </li>
              ))}
            </UserSelect>
          ) : (
            <HintLine component="output">
              {isFormer ? 'Searching…' : search === '' ? 'There is no one whose data you can view.' : 'No matches'}
            </HintLine>
          )}
          {people.data.items.length < people.data.total && (
            <Hint>
              {people.data.items.length} of {people.data.total} people are shown. Search by name to find the others.
            </Hint>
          )}
        </>
      )}
    </Stack>
  )
}
