import { useQueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/contract/clients.ts'
import { api, query } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { ClientForm } from './client-form.tsx'

type Props = { opened: boolean; onClose: () => void; onAdded?: (client: Client) => void }

/** The Add Client dialog. */
export default function AddClient({ opened, onClose, onAdded }: Props) {
  const cache = useQueryClient()
  return (
    <Dialog opened={opened} onClose={onClose} title="Add Client">
      <ClientForm
        submitLabel="Add Client"
        failureText="Failed to add client"
        onCancel={onClose}
        onSave={async (details) => {
          const client = await api.clients.create(details)
          await cache.invalidateQueries({ queryKey: query.clients.key() })
          onClose()
          showSuccess(`${client.firstName} ${client.lastName} was added.`)
          onAdded?.(client)
        }}
      />
    </Dialog>
  )
}
