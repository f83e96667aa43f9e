import { Alert } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readError } from '#web/api/errors.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { LoadError } from '../list/load-error.tsx'

type Props<Data> = {
  details: UseQueryResult<Data>
  loadingLabel: string
  /** Text before the server's message; omitted if the record does not exist. */
  failure: string
  children: (data: Data) => ReactNode
}

/** Shows details, or their loading, failed or missing state. After a failed reload, the form with its input stays. */
export function DetailState<Data>({ details, loadingLabel, failure, children }: Props<Data>) {
  if (details.isPending) {
    return (
      <Loading label={loadingLabel}>
        <Placeholder kind="box" count={2} />
      </Loading>
    )
  }
  const { status, sentence } = readError(details.error)
  if (status === 404) {
    return (
      <Alert role="alert" color="ember">
        {sentence}
      </Alert>
    )
  }
  return (
    <>
      {details.isError && <LoadError text={failure} error={details.error} onRetry={() => void details.refetch()} />}
      {details.data !== undefined && children(details.data)}
    </>
  )
}
