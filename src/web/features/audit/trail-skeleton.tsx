import { Skeleton } from '@mantine/core'
import { Loading } from '#web/ui/feedback/loading.tsx'

/** Placeholder of a loading trail. */
export function TrailSkeleton() {
  return (
    <Loading label="Loading the audit trail">
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} h={24} m="md" />
      ))}
    </Loading>
  )
}
