import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/contract/clients.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { refreshClients } from './refresh-clients.ts'

/** Restores an archived client. */
export function useRestore(client: Client) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => api.clients.restore({ clientId: client.id }),
    onSuccess: async () => {
      await refreshClients(cache)
      showSuccess(`${client.firstName} ${client.lastName} is active again.`)
    },
    onError: (error) => showFailure(readError(error, 'Failed to update client').sentence),
  })
}
