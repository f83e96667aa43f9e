import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Client } from '#shared/contract/clients.ts'
import { api, query } from '#web/api/client.ts'
import { requestId } from '#web/api/request-id.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { ClientForm } from './client-form.tsx'

type Props = { opened: boolean; onClose: () => void; onAdded?: (client: Client) => void }

/** The Add Client dialog. */
export default function AddClient({ opened, ...props }: Props) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title="Add Client">
      <NewClientForm {...props} />
    </Dialog>
  )
}

/** The form, which is new at each opening of the dialog. Sent again after a lost response, it adds no second client. */
function NewClientForm({ onClose, onAdded }: Omit<Props, 'opened'>) {
  const cache = useQueryClient()
  const [request] = useState(requestId)
  return (
    <ClientForm
      submitLabel="Add Client"
      failureText="Failed to add client"
      onCancel={onClose}
      onSave={async (details) => {
        const client = await api.clients.create({ ...details, requestId: request })
        await cache.invalidateQueries({ queryKey: query.clients.key() })
        onClose()
        showSuccess(`${client.firstName} ${client.lastName} was added.`)
        onAdded?.(client)
      }}
    />
  )
}
