import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { EngineModel, Engines } from '#shared/contract/engines.ts'
import { automatic, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { readError } from '#web/api/errors.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { showFailure } from '#web/ui/feedback/toast.ts'

const moving: ReadonlySet<EngineModel['state']> = new Set(['waiting', 'downloading', 'offline', 'verifying'])

/** Returns the models of all kinds. */
export const modelsOf = ({ groups }: Engines): EngineModel[] => groups.flatMap(({ models }) => models)

/** True while a download, a verification or a trial is running. */
const isMoving = (engines: Engines): boolean =>
  engines.trial?.state === 'running' || modelsOf(engines).some(({ state }) => moving.has(state))

/**
 * Loads the models of the installation. Refetched every second while a download, a verification or a trial is running.
 */
export function useEngines() {
  return useQuery({
    ...query.engines.list.queryOptions({ context: automatic }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? 1000 : 30_000),
  })
}

export type EngineVerb = 'download' | 'pause' | 'cancel' | 'verify' | 'use' | 'remove'

/** Changes models. A failure is shown as a toast, and the list shows the new state. */
export function useEngineChange() {
  const cache = useQueryClient()
  const options = {
    // One after the other, because each response replaces the list.
    scope: { id: 'engines' },
    onSuccess: (engines: Engines) => {
      showResult(cache, query.engines.list.queryKey(), engines)
      void cache.invalidateQueries({ queryKey: query.transcripts.speechStatus.key() })
    },
    onError: (error: Error) => {
      showFailure(readError(error).sentence)
      void cache.invalidateQueries({ queryKey: query.engines.key() })
    },
  }
  const verbs = {
    download: useSingleMutation(query.engines.download.mutationOptions(options)),
    pause: useSingleMutation(query.engines.pause.mutationOptions(options)),
    cancel: useSingleMutation(query.engines.cancel.mutationOptions(options)),
    verify: useSingleMutation(query.engines.verify.mutationOptions(options)),
    use: useSingleMutation(query.engines.use.mutationOptions(options)),
    remove: useSingleMutation(query.engines.remove.mutationOptions(options)),
  }
  const trial = useSingleMutation(query.engines.try.mutationOptions(options))
  return {
    change: (verb: EngineVerb, { id }: EngineModel) => verbs[verb].mutate({ modelId: id }),
    tryIt: () => trial.mutate({}),
  }
}
