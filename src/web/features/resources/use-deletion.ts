import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Resource } from '#shared/contract/resources.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { showUndo } from '#web/ui/feedback/undo-toast.tsx'

type Listed = InfiniteData<Awaited<ReturnType<typeof api.resources.list>>>

/** Deletes a link with an optimistic update and undo. */
export function useDeletion() {
  const cache = useQueryClient()
  const listKey = query.resources.list.key()
  const onSettled = () => cache.invalidateQueries({ queryKey: query.resources.key() })

  const restore = useMutation({
    mutationFn: ({ id }: Resource) => api.resources.restore({ resourceId: id }),
    onSuccess: ({ title }) => showSuccess(`“${title}” was restored.`),
    onError: (error) => showFailure(readError(error, 'Failed to restore resource').sentence),
    onSettled,
  })

  const remove = useMutation({
    mutationFn: ({ id }: Resource) => api.resources.delete({ resourceId: id }),
    onMutate: async ({ id }) => {
      await cache.cancelQueries({ queryKey: listKey })
      const before = cache.getQueriesData<Listed>({ queryKey: listKey })
      cache.setQueriesData<Listed>({ queryKey: listKey }, (old) => old && without(old, id))
      return before
    },
    onSuccess: (deleted) => void showUndo(`“${deleted.title}” was deleted.`, () => restore.mutate(deleted)),
    onError: (error, _, before) => {
      before?.forEach(([key, data]) => cache.setQueryData(key, data))
      showFailure(readError(error, 'Failed to delete resource').sentence)
    },
    onSettled,
  })

  return { remove, restore }
}

function without(listed: Listed, id: string): Listed {
  return {
    ...listed,
    pages: listed.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
  }
}
