import { useQueryClient } from '@tanstack/react-query'
import type { Snippet } from '#shared/contract/snippets.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { showUndo } from '#web/ui/feedback/undo-toast.tsx'

/** Deletes a snippet. Undo restores it for its owner. */
export function useDeleteSnippet() {
  const cache = useQueryClient()
  const onSettled = () => cache.invalidateQueries({ queryKey: query.snippets.key() })
  const restore = useSingleMutation({
    mutationFn: restoreOrAdd,
    onSuccess: ({ trigger }) => showSuccess(`;${trigger} was restored.`),
    onError: (error) => showFailure(readError(error, 'Failed to restore snippet').sentence),
    onSettled,
  })
  return useSingleMutation({
    mutationFn: ({ id }: Snippet) => api.snippets.delete({ snippetId: id }),
    onSuccess: (_, snippet) => void showUndo(`;${snippet.trigger} was deleted.`, () => restore.mutate(snippet)),
    onError: (error) => showFailure(readError(error, 'Failed to delete snippet').sentence),
    onSettled,
  })
}

/**
 * Restores a snippet. While Attend is updated, a server of the former version may have erased it, or may not know how to
 * restore it. The user's own snippet is then added again, so that its text is not lost.
 */
async function restoreOrAdd({ id, trigger, body, isShared, sharedBy }: Snippet): Promise<Snippet> {
  try {
    return await api.snippets.restore({ snippetId: id })
  } catch (error) {
    const { code } = readError(error)
    if (sharedBy !== null || (code !== 'snippet_missing' && code !== 'not_found')) throw error
    return await api.snippets.add({ trigger, body, isShared })
  }
}
