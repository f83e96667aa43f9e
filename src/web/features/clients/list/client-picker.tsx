import { ScrollArea, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { PickerClient } from '#shared/contract/clients.ts'
import { accountQuery } from '#web/identity/account.ts'
import { query } from '#web/api/client.ts'
import { shownDate, todayIn } from '#web/ui/format/dates.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { searchResults } from '#web/ui/format/search-results.ts'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { useOnlyMatch } from '#web/ui/form/use-only-match.ts'
import { UserSelect, UserOption } from '#web/ui/form/user-select.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Hint, HintLine } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import classes from './client-picker.module.css'

export type PickerPurpose = 'start' | 'upload'

type Props = { opened: boolean; purpose: PickerPurpose; onClose: () => void }

/** The dialog that selects a client before a session is recorded or uploaded (spec core §2). */
export default function ClientPicker({ opened, purpose, onClose }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={purpose === 'start' ? 'Select Client' : 'Select Client for Upload'}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      <Choice purpose={purpose} onClose={onClose} />
    </Dialog>
  )
}

function Choice({ purpose, onClose }: Omit<Props, 'opened'>) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const { data: account } = useQuery(accountQuery)
  const cache = useQueryClient()
  const matching = (text: string) => query.clients.pick.queryOptions({ input: { search: text } })
  const clients = useQuery({ ...matching(search), placeholderData: keepPreviousData })
  const today = todayIn(account?.timeZone ?? '')
  const { found: items, isStale: isFormer } = searchResults(clients, { typed, asked: search })
  const todays = items.filter(({ lastSessionDate }) => lastSessionDate === null || lastSessionDate === today)
  const choose = (client: PickerClient) => {
    onClose()
    const to = purpose === 'start' ? '/session/$clientId' : '/upload-session/$clientId'
    void navigate({ to, params: { clientId: client.id } })
  }
  const onKeyDown = useOnlyMatch({
    found: items,
    isStale: isFormer,
    load: async () => (await cache.fetchQuery(matching(typed))).items,
    onChoose: choose,
  })
  const rows = (list: readonly PickerClient[]) =>
    list.map((client) => (
      <li key={client.id}>
        <UserOption
          person={client}
          about={
            client.lastSessionDate === null ? 'No sessions yet' : `Last session ${shownDate(client.lastSessionDate)}`
          }
          onChoose={() => choose(client)}
        />
      </li>
    ))

  return (
    <Stack gap="sm">
      {purpose === 'upload' && <Hint>Choose a client to upload a recorded session for.</Hint>}
      <SearchField data-autofocus onKeyDown={onKeyDown} onType={setTyped} onSearch={setSearch} />
      {clients.isError ? (
        <LoadFailure error={clients.error} fallback="Failed to load clients" onRetry={() => void clients.refetch()} />
      ) : clients.isPending ? (
        <Loading label="Loading clients">
          <Placeholder kind="row" count={3} />
        </Loading>
      ) : (
        <>
          {todays.length > 0 && (
            // Not a landmark, because the dashboard behind the dialog has a landmark with this name.
            <div>
              <h3 id="picker-today" className={classes.heading}>
                Today's Sessions
              </h3>
              <UserSelect aria-labelledby="picker-today">{rows(todays)}</UserSelect>
            </div>
          )}
          <section aria-labelledby="picker-all">
            <h3 id="picker-all" className={classes.heading}>
              All Clients
            </h3>
            {items.length > 0 ? (
              <UserSelect>{rows(items)}</UserSelect>
            ) : (
              <HintLine component="output">{isFormer ? 'Searching…' : 'No clients found'}</HintLine>
            )}
            {!isFormer && items.length < clients.data.total && (
              <Hint mt="xs">
                {items.length} of {clients.data.total} clients are shown. Search by name to find the others.
              </Hint>
            )}
            {clients.data.total === 0 && search === '' && (
              <Text size="sm" mt="3xs">
                <AnchorLink to="/clients" search={{ add: true }} onClick={onClose} inherit>
                  Add your first client
                </AnchorLink>
              </Text>
            )}
          </section>
        </>
      )}
    </Stack>
  )
}
