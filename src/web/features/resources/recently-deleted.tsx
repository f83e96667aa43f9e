import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'
import { useKeptFocus } from '#web/ui/browser/use-kept-focus.ts'
import { shownDate, todayIn } from '#web/ui/format/dates.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { RowAction } from '#web/ui/layout/row-actions.tsx'
import { displayAddress } from './display-address.ts'
import { useDeletion } from './use-deletion.ts'
import classes from './resources.module.css'

type Props = { opened: boolean; timeZone: string; onClose: () => void }

/** Links deleted in the last 30 days, with restore buttons. */
export default function RecentlyDeleted({ opened, timeZone, onClose }: Props) {
  const deleted = useQuery({ ...query.resources.listDeleted.queryOptions(), staleTime: 0, enabled: opened })
  const { restore } = useDeletion()
  const keptFocus = useKeptFocus()
  return (
    <Dialog opened={opened} onClose={onClose} title="Recently deleted" size="lg">
      <Hint mb="sm">Links deleted by anyone in your organization can be restored for 30 days.</Hint>
      {deleted.isError && (
        <LoadFailure
          error={deleted.error}
          fallback="Failed to load deleted resources"
          onRetry={() => void deleted.refetch()}
        />
      )}
      {deleted.isPending && (
        <Loading label="Loading deleted resources">
          <Placeholder kind="row" count={2} />
        </Loading>
      )}
      <div tabIndex={-1} {...keptFocus}>
        {deleted.data?.items.length === 0 && <Text component="output">Nothing was deleted in the last 30 days.</Text>}
        <ul className={classes.deleted}>
          {deleted.data?.items.map((resource) => (
            <li key={resource.id} className={classes.deletedRow}>
              <div className={classes.deletedText}>
                <Strong>{resource.title}</Strong>
                <Hint className="num">
                  {displayAddress(resource.url)}, deleted {shownDate(todayIn(timeZone, new Date(resource.deletedAt)))}
                </Hint>
              </div>
              <RowAction
                aria-label={`Restore ${resource.title}`}
                disabled={restore.isPending}
                onClick={() => restore.mutate(resource)}
              >
                Restore
              </RowAction>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
