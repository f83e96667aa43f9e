import { Button, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Client } from '#shared/contract/clients.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { isSecondPress } from '#web/ui/browser/second-press.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { roleNames } from '#web/ui/format/role-names.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Props = { opened: boolean; client: Client; onClose: () => void }

/** Transfers a client with all records to another member. For owners and admins. */
export default function TransferClient({ opened, client, onClose }: Props) {
  const cache = useQueryClient()
  const members = useQuery(query.members.list.queryOptions())
  const [therapistId, setTherapistId] = useState<string | null>(null)
  const [isChoiceMissing, setChoiceMissing] = useState(false)
  const name = `${client.firstName} ${client.lastName}`
  const transfer = useMutation({
    mutationFn: (chosen: { therapistId: string; mayStayUnsigned: boolean }) =>
      api.clients.transfer({ clientId: client.id, ...chosen }),
    onSuccess: async ({ therapistName }) => {
      onClose()
      showSuccess(`${name} was transferred to ${therapistName}.`)
      // Lists, calendar and notes also show the therapist.
      await cache.invalidateQueries()
    },
  })
  const choices = (members.data?.items ?? [])
    .filter(({ userId, isActive }) => isActive && userId !== client.therapistId)
    .map(({ userId, firstName, lastName, role }) => ({
      value: userId,
      label: `${firstName} ${lastName}, ${roleNames[role]}`,
    }))
  const failure = transfer.isError ? readError(transfer.error, 'Failed to transfer client') : null
  const mayStayUnsigned = failure?.code === 'client_unsigned'
  return (
    <Dialog opened={opened} onClose={onClose} onExitTransitionEnd={transfer.reset} title={`Transfer ${name}`}>
      <Stack gap="md">
        <Hint>
          All sessions, transcripts and notes move with the client. The new therapist takes over recording and notes.
        </Hint>
        {members.isError ? (
          <LoadFailure error={members.error} fallback="Failed to load data" onRetry={() => void members.refetch()} />
        ) : members.isPending ? (
          <Loading label="Loading team members">
            <Placeholder kind="field" />
          </Loading>
        ) : choices.length === 0 ? (
          <Text component="output">
            There is no one else in your organization. Invite a colleague in Settings first.
          </Text>
        ) : (
          <Select
            label="New therapist"
            placeholder="Select a therapist"
            data-autofocus
            searchable
            data={choices}
            nothingFoundMessage="No active member with this name."
            value={therapistId}
            error={isChoiceMissing && 'Choose a therapist.'}
            onChange={(value) => {
              setTherapistId(value)
              setChoiceMissing(false)
              transfer.reset()
            }}
          />
        )}
        <FormError message={failure?.sentence ?? null} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={choices.length === 0}
            loading={transfer.isPending}
            onClick={(press) => {
              if (therapistId === null) setChoiceMissing(true)
              else if (!mayStayUnsigned || !isSecondPress(press)) transfer.mutate({ therapistId, mayStayUnsigned })
            }}
          >
            {mayStayUnsigned ? 'Transfer anyway' : 'Transfer'}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
