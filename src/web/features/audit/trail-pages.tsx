import { Button } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { TrailPage } from '#shared/contract/audit.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { ListFooter } from '#web/ui/layout/panel-parts.ts'
import { TrailSkeleton } from './trail-skeleton.tsx'
import { TrailTable } from './trail-table.tsx'

type Props = {
  label: string
  trail: UseInfiniteQueryResult<InfiniteData<TrailPage>>
  timeZone: string
  hasSubject: boolean
  /** Shown when there are no events. */
  empty: ReactNode
}

/** A trail, newest event first, whose pages load while scrolling. */
export function TrailPages({ label, trail, timeZone, hasSubject: saysAbout, empty }: Props) {
  if (trail.isPending) return <TrailSkeleton />
  const events = trail.data?.pages.flatMap((page) => page.items) ?? []
  const failed = trail.isError && (
    <LoadFailure
      error={trail.error}
      fallback="Failed to load the audit trail"
      onRetry={() => void (trail.isFetchNextPageError ? trail.fetchNextPage() : trail.refetch())}
    />
  )
  if (events.length === 0) return failed || empty
  return (
    <>
      <TrailTable
        label={label}
        events={events}
        timeZone={timeZone}
        saysAbout={saysAbout}
        isStale={trail.isPlaceholderData}
      />
      {failed}
      {trail.hasNextPage && !trail.isError && (
        <More isLoading={trail.isFetchingNextPage} onMore={() => void trail.fetchNextPage()} />
      )}
    </>
  )
}

/** A button that loads the next page when it is pressed or scrolled into view. */
function More({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const { ref, entry } = useIntersection({ rootMargin: '400px' })
  const isDue = entry?.isIntersecting === true && !isLoading
  useEffect(() => {
    if (isDue) onMore()
    // oxlint-disable-next-line react/exhaustive-deps -- the function is new with every render
  }, [isDue])
  return (
    <ListFooter ref={ref} justify="center">
      <Button variant="subtle" loading={isLoading} onClick={onMore}>
        Load more
      </Button>
    </ListFooter>
  )
}
