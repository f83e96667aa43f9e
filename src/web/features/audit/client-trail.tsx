import { useInfiniteQuery } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TrailPages } from './trail-pages.tsx'
import classes from './audit.module.css'

/** Who opened a client's record, for everybody who may see it. */
export default function ClientTrail({ clientId, timeZone }: { clientId: string; timeZone: string }) {
  const first: string | undefined = undefined
  const trail = useInfiniteQuery(
    query.audit.ofClient.infiniteOptions({
      input: (after: string | undefined) => ({ clientId, after }),
      initialPageParam: first,
      getNextPageParam: ({ next }) => next ?? undefined,
      staleTime: 0,
    }),
  )
  return (
    <>
      <p className={classes.lead}>
        Everybody who opened or changed something of this client’s record: the page, sessions, transcripts, notes and
        recordings, newest first. Nothing in Attend changes or deletes what stands here, and looking at it is written
        down, too.
      </p>
      <TrailPages
        label="Who opened this record"
        trail={trail}
        timeZone={timeZone}
        hasSubject={false}
        empty={<EmptyState title="Nobody yet">Whoever opens this client’s record will stand here.</EmptyState>}
      />
    </>
  )
}
