import { Card, Group, Title } from '@mantine/core'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Loaded } from '../feedback/loaded.tsx'
import { Loading } from '../feedback/loading.tsx'

type Props<Data> = Pick<ComponentProps<typeof Loaded<Data>>, 'query' | 'failure' | 'children'> & {
  title: string
  /** Content opposite the title, e.g. a link to all items. */
  aside?: ReactNode
  loadingLabel: string
  /** A placeholder as large as the content. */
  skeleton: ReactNode
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
      <Loaded query={query} failure={failure} loading={<Loading label={loadingLabel}>{skeleton}</Loading>}>
        {children}
      </Loaded>
    </Card>
  )
}
