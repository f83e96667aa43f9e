import { useInfiniteQuery } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TrailPages } from './trail-pages.tsx'
import classes from './audit.module.css'

/** The users who opened a client's record. Visible to all who can see the record. */
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
        Everyone who opened or changed any part of this client’s record: the page, sessions, transcripts, notes and
        recordings, newest first. Entries can’t be changed or deleted. Viewing this history is recorded, too.
      </p>
      <TrailPages
        label="Access history"
        trail={trail}
        timeZone={timeZone}
        hasSubject={false}
        empty={<EmptyState title="No access yet">Views of this record will be listed here.</EmptyState>}
      />
    </>
  )
}
