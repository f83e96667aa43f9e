import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { TrailFilter } from '#shared/contract/audit.ts'
import { query } from '#web/api/client.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TrailPages } from './trail-pages.tsx'

/** The audit events of the organization and of its clients' records. */
export function OrganizationTrail({ filter, timeZone }: { filter: TrailFilter; timeZone: string }) {
  const first: string | undefined = undefined
  const trail = useInfiniteQuery({
    ...query.audit.ofOrganization.infiniteOptions({
      input: (after: string | undefined) => ({ ...filter, after }),
      initialPageParam: first,
      getNextPageParam: ({ next }) => next ?? undefined,
      staleTime: 0,
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <TrailPages
      label="Audit trail"
      trail={trail}
      timeZone={timeZone}
      hasSubject
      empty={
        <EmptyState title="Nothing found">
          No entries match these filters. Try other dates, another person or another action.
        </EmptyState>
      }
    />
  )
}
