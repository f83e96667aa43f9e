import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/contract/clients.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { refreshClients } from './refresh-clients.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Props = { opened: boolean; client: Client; onClose: () => void }

/** Explains what archiving a client means, and asks for confirmation. */
export default function ArchiveClient({ opened, client, onClose }: Props) {
  const cache = useQueryClient()
  const archive = useSingleMutation({
    mutationFn: () => api.clients.archive({ clientId: client.id }),
    onSuccess: async () => {
      await refreshClients(cache)
      onClose()
      showSuccess(`${client.firstName} ${client.lastName} was archived.`)
    },
  })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={archive.reset}
      title={`Archive ${client.firstName} ${client.lastName}?`}
    >
      <Stack gap="md">
        <Text>
          Archived clients are hidden from the active list and can’t be selected for sessions. Their sessions and notes
          are not deleted, and you can restore them at any time. Appointments stay in the calendar, but cannot be
          started: cancel those that will not take place.
        </Text>
        <FormError message={archive.isError ? readError(archive.error, 'Failed to update client').sentence : null} />
        <DialogButtons>
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="ember" loading={archive.isPending} onClick={() => archive.mutate()}>
            Archive
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
