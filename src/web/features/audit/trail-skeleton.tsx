import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'

/** Placeholder of a loading trail. */
export function TrailSkeleton() {
  return (
    <Loading label="Loading the audit trail">
      <Placeholder kind="row" count={6} isInset />
    </Loading>
  )
}
