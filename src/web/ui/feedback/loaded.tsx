import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'

type Props<Data> = {
  query: { data: Data | undefined; isError: boolean; error: unknown; refetch: () => Promise<unknown> }
  /** The specified message if the data fail to load. */
  failure: string
  /** Shown until the data are loaded. */
  loading: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * Shows loaded data. If a later load fails, they stay below the failure, because their dialogs and forms may contain
 * unsaved input.
 */
export function Loaded<Data>({ query, failure, loading, children }: Props<Data>) {
  return (
    <>
      {query.isError && <LoadFailure error={query.error} fallback={failure} onRetry={() => void query.refetch()} />}
      {query.data !== undefined ? children(query.data) : !query.isError && loading}
    </>
  )
}
