import { Button, Card } from '@mantine/core'
import { IconPlayerTrackNext } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { CosignItem, CosignQueue } from '#shared/contract/cosign.ts'
import { isOrganizationAdmin } from '#shared/rules/roles.ts'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { automatic, query } from '#web/api/client.ts'
import { AwaySetting } from '#web/features/cosign/away-setting.tsx'
import { OpenNote } from '#web/features/cosign/open-note.tsx'
import { OthersList } from '#web/features/cosign/others-list.tsx'
import { QueueList } from '#web/features/cosign/queue-list.tsx'
import { queueSummary } from '#web/features/cosign/waiting.ts'
import { accountQuery } from '#web/identity/account.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { todayIn } from '#web/ui/format/dates.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { useLetterKeys } from '#web/ui/browser/use-letter-keys.ts'
import classes from './cosign.module.css'

type Search = { note?: string }

export const Route = createFileRoute('/_shell/session-notes/co-sign')({
  // Opening a note is recorded, so links must not preload it.
  preload: false,
  validateSearch: onlyChecked(({ note }): Search => (typeof note === 'string' ? { note } : {})),
  loader: ({ context }) => void context.queryClient.prefetchQuery(query.cosign.queue.queryOptions()),
  component: CosignPage,
})

/** Time between two refreshes that show new notes and versions. */
const refreshMs = 60_000

function CosignPage() {
  const { data: account } = useQuery(accountQuery)
  const queue = useQuery({ ...query.cosign.queue.queryOptions({ context: automatic }), refetchInterval: refreshMs })
  const { note: openId } = Route.useSearch()
  const navigate = Route.useNavigate()
  const timeZone = account?.timeZone ?? ''
  const { data } = queue
  const open = (item: CosignItem | undefined) =>
    void navigate({ search: item ? { note: item.sessionId } : {}, resetScroll: false })
  const oldest = data?.toCosign[0]
  const isOpenToCosign = data?.toCosign.some(({ sessionId }) => sessionId === openId) ?? false
  useLetterKeys({ j: () => moveFocus(1), k: () => moveFocus(-1) }, true)
  return (
    <Page
      title="Co-sign"
      lead={data && queueSummary(data.toCosign, timeZone)}
      actions={
        <>
          {data && account?.viewing === null && account.organization?.role === 'supervisor' && (
            <AwaySetting key={data.awayUntil} awayUntil={data.awayUntil} today={todayIn(timeZone)} />
          )}
          {oldest && (
            <div className={classes.start} data-is-open={openId !== undefined || undefined} data-bottom-bar>
              <Button
                variant={isOpenToCosign ? 'default' : 'filled'}
                leftSection={<IconPlayerTrackNext size={17} aria-hidden />}
                onClick={() => open(oldest)}
              >
                Start with the oldest
              </Button>
            </div>
          )}
        </>
      }
    >
      {queue.isError && !data && (
        <LoadFailure
          error={queue.error}
          fallback="Failed to load the notes to co-sign"
          onRetry={() => void queue.refetch()}
        />
      )}
      {!data && !queue.isError && (
        <Loading label="Loading the notes to co-sign">
          <Placeholder kind="row" count={4} />
        </Loading>
      )}
      {data && isEmpty(data) && (
        <Card padding={0}>
          <EmptyState title="No notes to co-sign">
            No notes to co-sign. Notes from your associates will appear here.
          </EmptyState>
        </Card>
      )}
      {data && !isEmpty(data) && (
        <div className={classes.columns} data-open={openId !== undefined || undefined}>
          <div className={classes.list}>
            <QueueList
              queue={data}
              openId={openId}
              timeZone={timeZone}
              others={
                isOrganizationAdmin(account?.organization?.role ?? null) && (
                  <OthersList items={data.others} timeZone={timeZone} />
                )
              }
            />
          </div>
          {openId === undefined ? (
            <Card className={classes.none}>Choose a note to read it.</Card>
          ) : (
            <OpenNote
              key={openId}
              sessionId={openId}
              queue={data}
              timeZone={timeZone}
              ownName={account ? `${account.firstName} ${account.lastName}` : ''}
              canChange={account?.viewing === null}
              onDone={(next) => open(next)}
            />
          )}
        </div>
      )}
    </Page>
  )
}

function isEmpty({ toCosign, returned, cosigned, others }: CosignQueue): boolean {
  return [toCosign, returned, cosigned, others].every(({ length }) => length === 0)
}

/** Moves the focus between the notes of the list. Enter opens the focused note. */
function moveFocus(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-queue-row]')].filter(
    (row) => row.offsetParent !== null,
  )
  const focused = rows.findIndex((row) => row === document.activeElement)
  const current = focused >= 0 ? focused : rows.findIndex((row) => row.getAttribute('aria-current') === 'true')
  rows[Math.min(rows.length - 1, Math.max(0, current + step))]?.focus()
}
