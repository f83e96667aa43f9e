import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'

/** Queues one failed session again, or all with null. The count is 0 if another platform admin has already done so. */
export function useRunAgain(options: { onQueued?: (sessionId: string | null) => void } = {}) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string | null) => api.admin.runAgain({ sessionId }),
    onSuccess: ({ count }, sessionId) => {
      options.onQueued?.(sessionId)
      showSuccess(count === 0 ? 'Already queued.' : count === 1 ? '1 session queued.' : `${count} sessions queued.`)
    },
    onError: (error) => showFailure(readError(error, 'The sessions could not be queued. Try again.').sentence),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: query.admin.failedSessions.key() }),
        cache.invalidateQueries({ queryKey: query.admin.status.key() }),
      ]),
  })
}
