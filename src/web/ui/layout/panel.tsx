import { Card, Group, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { LoadFailure } from '../feedback/load-failure.tsx'
import { Loading } from '../feedback/loading.tsx'

type Props<Data> = {
  title: string
  /** Content opposite the title, e.g. a link to all items. */
  aside?: ReactNode
  query: { data: Data | undefined; isError: boolean; error: unknown; refetch: () => Promise<unknown> }
  /** The specified message if the data fail to load. */
  failure: string
  loadingLabel: string
  /** A placeholder as large as the content. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** A card with its own loading, error and retry state. If a refetch fails, the loaded data stay visible. */
export function Panel<Data>({ title, aside, query, failure, loadingLabel, skeleton, children }: Props<Data>) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} padding={0}>
      <Group justify="space-between" p="lg" pb="sm">
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {query.isError && <LoadFailure error={query.error} fallback={failure} onRetry={() => void query.refetch()} />}
      {query.data !== undefined
        ? children(query.data)
        : !query.isError && <Loading label={loadingLabel}>{skeleton}</Loading>}
    </Card>
  )
}
