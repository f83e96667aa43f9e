import { useQueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/contract/clients.ts'
import { api } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { ClientForm } from '../client-form.tsx'

type Props = { opened: boolean; client: Client; onClose: () => void }

/** The dialog to change a client's details. */
export default function EditClient({ opened, client, onClose }: Props) {
  const cache = useQueryClient()
  return (
    <Dialog opened={opened} onClose={onClose} title="Edit Client">
      <ClientForm
        client={client}
        submitLabel="Save Changes"
        failureText="Failed to update client"
        onCancel={onClose}
        onSave={async (_, changed) => {
          // Without the other details, so that the form does not undo the change of a colleague.
          await api.clients.update({ ...changed, clientId: client.id })
          // The name and the approach are also shown in notes, calendar and progress.
          await cache.invalidateQueries()
          onClose()
          showSuccess('Changes saved.')
        }}
      />
    </Dialog>
  )
}
