import '@mantine/core/styles/Checkbox.layer.css'
import { Alert, Button, Checkbox, Select, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Client } from '#shared/contract/clients.ts'
import type { Member } from '#shared/contract/members.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { roleNames } from '#web/ui/format/role-names.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { useFocusAfter } from '#web/ui/dialog/use-focus-after.ts'
import { nameOf } from './member-list-query.ts'
import classes from './members.module.css'

type Person = Pick<Member, 'userId' | 'firstName' | 'lastName' | 'email'>
type Props = { opened: boolean; from: Person; colleagues: readonly Member[]; onClose: () => void; onGone: () => void }

/** A client that could not be transferred, with the reason. */
type Refusal = { client: Client; sentence: string }

/** Transfers one or all clients of a former or inactive member to another member. */
export default function TransferClients({ opened, from, colleagues, onClose, onGone }: Props) {
  const cache = useQueryClient()
  const { onDone, onClosed } = useFocusAfter(onGone)
  const clients = useQuery({
    queryKey: [...query.clients.key(), 'all of', from.userId],
    queryFn: ({ signal }) => allClientsOf(from.userId, signal),
    staleTime: 0,
    enabled: opened,
  })
  const [unselected, setUnselected] = useState<ReadonlySet<string>>(new Set())
  const [colleagueId, setColleagueId] = useState<string | null>(null)
  const [isChoiceMissing, setChoiceMissing] = useState(false)
  const [transferredCount, setTransferredCount] = useState<number | null>(null)
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const items = clients.data ?? []
  const chosen = items.filter(({ id }) => !unselected.has(id))
  const colleague = colleagues.find(({ userId }) => userId === colleagueId)
  const isTransferring = transferredCount !== null

  const transferChosen = async () => {
    if (!colleague) {
      setChoiceMissing(true)
      return
    }
    const refused: Refusal[] = []
    setRefusals([])
    for (const [index, client] of chosen.entries()) {
      setTransferredCount(index)
      try {
        // The clients are transferred one after the other, because each transfer moves a whole record.
        // oxlint-disable-next-line eslint/no-await-in-loop
        await api.clients.transfer({ clientId: client.id, therapistId: colleague.userId })
      } catch (error) {
        refused.push({ client, sentence: readError(error, 'Failed to transfer client').sentence })
      }
    }
    setRefusals(refused)
    await cache.invalidateQueries()
    setTransferredCount(null)
    const done = chosen.length - refused.length
    if (done > 0) showSuccess(`${count(done)} ${done === 1 ? 'was' : 'were'} transferred to ${nameOf(colleague)}.`)
    if (refused.length > 0) return
    setUnselected(new Set())
    setColleagueId(null)
    onDone()
    onClose()
  }

  return (
    <Dialog
      opened={opened}
      onClose={() => !isTransferring && onClose()}
      onExitTransitionEnd={onClosed}
      title={`Transfer clients of ${nameOf(from)} to a colleague`}
      size="lg"
    >
      <Stack gap="md">
        <Hint>All sessions, transcripts and notes move with each client.</Hint>
        {clients.isError ? (
          <LoadFailure error={clients.error} fallback="Failed to load clients" onRetry={() => void clients.refetch()} />
        ) : clients.isPending ? (
          <Loading label="Loading clients">
            <Placeholder kind="row" count={2} />
          </Loading>
        ) : items.length === 0 ? (
          <Text component="output">There are no clients of {nameOf(from)} to give.</Text>
        ) : (
          <>
            <Select
              label="Colleague"
              placeholder="Select a therapist"
              data-autofocus
              openOnFocus={false}
              searchable
              data={colleagues.map((person) => ({
                value: person.userId,
                label: `${nameOf(person)}, ${roleNames[person.role]}`,
              }))}
              nothingFoundMessage="No active member with this name."
              value={colleagueId}
              error={isChoiceMissing && 'Choose a colleague.'}
              onChange={(value) => {
                setColleagueId(value)
                setChoiceMissing(false)
              }}
            />
            <div>
              <Checkbox
                label={`All ${count(items.length)}`}
                checked={chosen.length === items.length}
                indeterminate={chosen.length > 0 && chosen.length < items.length}
                disabled={isTransferring}
                onChange={() =>
                  setUnselected(chosen.length === items.length ? new Set(items.map(({ id }) => id)) : new Set<string>())
                }
              />
              <ul className={classes.clients} aria-label="Clients">
                {items.map((client) => (
                  <li key={client.id}>
                    <Checkbox
                      label={
                        client.status === 'archived'
                          ? `${client.firstName} ${client.lastName} (archived)`
                          : `${client.firstName} ${client.lastName}`
                      }
                      checked={!unselected.has(client.id)}
                      disabled={isTransferring}
                      onChange={() => setUnselected((old) => toggled(old, client.id))}
                    />
                  </li>
                ))}
              </ul>
            </div>
          </>
        )}
        {refusals.length > 0 && (
          <Alert color="ember" role="alert" title={`${count(refusals.length)} could not be transferred`}>
            <ul className={classes.refusals}>
              {refusals.map(({ client, sentence }) => (
                <li key={client.id}>
                  {client.firstName} {client.lastName}: {sentence}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <DialogButtons>
          {isTransferring && (
            <Hint component="output" className="num">
              Transferring {transferredCount + 1} of {chosen.length}...
            </Hint>
          )}
          <Button variant="default" disabled={isTransferring} onClick={onClose}>
            Cancel
          </Button>
          {items.length > 0 && (
            <Button disabled={isTransferring || chosen.length === 0} onClick={() => void transferChosen()}>
              Transfer {count(chosen.length)}
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

/** Loads all pages, because the user may select any of the clients. */
async function allClientsOf(therapistId: string, signal: AbortSignal): Promise<Client[]> {
  const found: Client[] = []
  for (let page = 1; ; page += 1) {
    // Only the previous page shows whether another page follows.
    // oxlint-disable-next-line eslint/no-await-in-loop
    const { items, total } = await api.clients.list({ status: 'all', therapistId, page }, { signal })
    found.push(...items)
    if (items.length === 0 || found.length >= total) return found
  }
}

function toggled(ids: ReadonlySet<string>, id: string): Set<string> {
  const others = new Set(ids)
  if (!others.delete(id)) others.add(id)
  return others
}

function count(clients: number): string {
  return clients === 1 ? '1 client' : `${clients} clients`
}
