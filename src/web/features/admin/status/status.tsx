import { Button, Stack } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FailedSessions } from '#shared/contract/admin-sessions.ts'
import type { AdminStatus } from '#shared/contract/admin-status.ts'
import { automatic, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { shownClock } from '#web/ui/format/dates.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { SecondFactorMissing } from '../second-factor-missing.tsx'
import { useRunAgain } from '../sessions/use-run-again.ts'
import { ProcessTable, versionsText } from './processes.tsx'
import { Service } from './service.tsx'
import { Services } from './services.tsx'
import { SessionsToFinish } from './sessions-to-finish.tsx'
import { StatusBanner } from './status-banner.tsx'
import { shownSeconds } from './status-texts.ts'
import { useKeptFocus } from '#web/ui/browser/use-kept-focus.ts'
import { useQueued } from './use-queued.ts'
import { healthOf } from './well.ts'
import classes from './status.module.css'

const refreshMs = 15_000

/** The state of the installation: sessions to run again, processes and services. Refreshes in place. */
export function Status({ timeZone }: { timeZone: string }) {
  const status = useQuery({
    ...query.admin.status.queryOptions({ context: automatic }),
    refetchInterval: refreshMs,
    staleTime: 0,
  })
  const failed = useFailed(status)
  const { isQueued, add } = useQueued(status, failed)
  const run = useRunAgain({ onQueued: add })
  const keptFocus = useKeptFocus()
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const needsSecondFactor = status.isError && readError(status.error).code === 'second_factor_missing'
  // If a refetch fails, the loaded data stays; the text above it says how old it is.
  const shown = { data: status.data, isError: status.isLoadingError, error: status.error, refetch: status.refetch }
  const well = status.data && healthOf(status.data)
  return (
    <Page
      title="Status"
      tabTitle="Status, admin"
      lead={
        status.data && (
          <Lead status={status.data} at={status.dataUpdatedAt} isOld={status.isRefetchError} timeZone={timeZone} />
        )
      }
      actions={
        // The button is not disabled while data is loading, so that it keeps the focus.
        <Button
          variant="default"
          leftSection={<IconRefresh size={17} aria-hidden />}
          onClick={() => void status.refetch()}
        >
          Refresh
        </Button>
      }
    >
      {needsSecondFactor ? (
        <SecondFactorMissing />
      ) : (
        <Stack gap="lg" tabIndex={-1} {...keptFocus}>
          {status.data && (
            <StatusBanner
              failed={status.data.failed.total}
              isAllWell={well !== undefined && Object.values(well).every(Boolean)}
              isRunning={run.isPending && run.variables === null}
              onRunAll={() => run.mutate(null)}
            />
          )}
          <div className={classes.columns}>
            <Stack gap="lg">
              <Panel<AdminStatus>
                title="Sessions to finish"
                aside={status.data && <Hint>{counts(status.data)}</Hint>}
                query={shown}
                failure="The status could not be loaded. Try again."
                loadingLabel="Loading sessions"
                skeleton={<Placeholder kind="row" count={3} isInset />}
              >
                {({ unfinished }) => (
                  <SessionsToFinish
                    unfinished={unfinished}
                    failed={failed}
                    failedTotal={status.data?.failed.total ?? 0}
                    timeZone={timeZone}
                    isQueued={isQueued}
                    onRun={(sessionId) => run.mutate(sessionId)}
                  />
                )}
              </Panel>
              {!isNarrow && status.data && (
                <Panel<AdminStatus>
                  title="Processes"
                  aside={<Hint>{versionsText(status.data.processes)}</Hint>}
                  query={shown}
                  failure="The status could not be loaded. Try again."
                  loadingLabel="Loading processes"
                  skeleton={null}
                >
                  {({ processes }) => <ProcessTable processes={processes} />}
                </Panel>
              )}
            </Stack>
            {!status.isLoadingError && (
              <Panel<AdminStatus>
                title="Services"
                query={shown}
                failure="The status could not be loaded. Try again."
                loadingLabel="Loading services"
                skeleton={<Placeholder kind="row" count={7} isInset />}
              >
                {(data) => (
                  <>
                    {isNarrow && (
                      <div className={classes.services}>
                        <FoldedProcesses processes={data.processes} />
                      </div>
                    )}
                    <Services status={data} timeZone={timeZone} />
                  </>
                )}
              </Panel>
            )}
          </div>
        </Stack>
      )}
    </Page>
  )
}

/** Loads the failed sessions. Each load is audited, so it is repeated only if a later status differs from the list. */
function useFailed({
  data: status,
  dataUpdatedAt: statusAt,
}: {
  data: AdminStatus | undefined
  dataUpdatedAt: number
}) {
  const cache = useQueryClient()
  const failed = useQuery(query.admin.failedSessions.queryOptions())
  const version = status && `${status.failed.total} ${status.failed.latestAt}`
  const listed = failed.data && `${failed.data.total} ${latestOf(failed.data)}`
  const isOlder = statusAt > failed.dataUpdatedAt
  const requested = useRef<string>(undefined)
  useEffect(() => {
    if (version === undefined || listed === undefined || !isOlder) return
    if (version === listed || version === requested.current) return
    requested.current = version
    void cache.invalidateQueries({ queryKey: query.admin.failedSessions.key() })
  }, [cache, version, listed, isOlder])
  return failed
}

function latestOf({ items }: FailedSessions): string | null {
  return (
    items
      .map(({ failedAt }) => failedAt)
      .toSorted()
      .at(-1) ?? null
  )
}

function counts({ failed, unfinished }: AdminStatus): string {
  const waiting = `${unfinished.total} waiting`
  return failed.total === 0 ? waiting : `${failed.total} failed, ${waiting}`
}

type LeadProps = { status: AdminStatus; at: number; isOld: boolean; timeZone: string }

/** The version of Attend, and the age of the displayed state. */
function Lead({ status: { version }, at, isOld, timeZone }: LeadProps) {
  const seconds = useSecondsSince(at)
  if (isOld) return <output>Could not refresh. Showing {shownClock(new Date(at).toISOString(), timeZone)}.</output>
  return (
    <>
      Attend {version}. Checked {shownSeconds(seconds)} ago.
    </>
  )
}

function useSecondsSince(at: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.round((now - at) / 1000))
}

/** All processes as one service, with a button that opens their table. */
function FoldedProcesses({ processes }: { processes: AdminStatus['processes'] }) {
  const [isOpen, fold] = useDisclosure(false)
  const silent = processes.filter(({ isResponding }) => !isResponding).length
  const newest = Math.min(...processes.map(({ heartbeatSeconds }) => heartbeatSeconds))
  return (
    <>
      <Service
        name="Processes"
        state={silent > 0 ? `${silent} not responding` : `${processes.length} running`}
        isWell={silent === 0}
      >
        {processes.length > 0 && <Hint className="num">Last heartbeat {shownSeconds(newest)} ago.</Hint>}
        <div>
          <Button variant="default" size="xs" aria-expanded={isOpen} onClick={fold.toggle}>
            {isOpen ? 'Hide processes' : 'Show processes'}
          </Button>
        </div>
      </Service>
      {isOpen && <ProcessTable processes={processes} />}
    </>
  )
}
