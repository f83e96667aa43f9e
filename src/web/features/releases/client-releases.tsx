import { Button, Group } from '@mantine/core'
import { IconLock, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { LegalHold, ReleasesAndHolds } from '#shared/contract/releases.ts'
import { query } from '#web/api/client.ts'
import { accountQuery } from '#web/identity/account.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { knownZone } from '#web/ui/format/dates.ts'
import { Muted } from '#web/ui/layout/text.ts'
import { HoldItem, holdElementId } from './hold-item.tsx'
import { ReleaseItem } from './release-item.tsx'
import classes from './releases.module.css'

const LogRelease = lazyDialog(() => import('./log-release.tsx'))
const PlaceHold = lazyDialog(() => import('./place-hold.tsx'))
const LiftHold = lazyDialog(() => import('./lift-hold.tsx'))

/** Releases and legal holds of a client's record, with the dialogs that log a release and place or lift a hold. */
export function ClientReleases({ clientId }: { clientId: string }) {
  const list = useQuery(query.releases.ofClient.queryOptions({ input: { clientId } }))
  return (
    <Loaded
      query={list}
      failure="Failed to load releases and holds"
      loading={
        <Loading label="Loading releases and holds">
          <Placeholder kind="panel" isInset />
        </Loading>
      }
    >
      {(data) => <List clientId={clientId} data={data} />}
    </Loaded>
  )
}

function List({ clientId, data: { releases, holds, canChange } }: { clientId: string; data: ReleasesAndHolds }) {
  const { data: account } = useQuery(accountQuery)
  const log = useDialog()
  const place = useDialog()
  const lift = useDialog()
  const [chosen, setChosen] = useState<LegalHold | null>(null)
  const timeZone = knownZone(account?.timeZone ?? '')
  const choose = (hold: LegalHold) => () => {
    setChosen(hold)
    lift.open()
  }
  return (
    <div className={classes.section}>
      {releases.length + holds.length === 0 && (
        <Muted className={classes.inset}>
          No releases and no holds. Copies of the record that leave the practice are logged here.
        </Muted>
      )}
      {holds.length > 0 && (
        <ol className={classes.items} aria-label="Legal holds">
          {holds.map((hold) => (
            <HoldItem key={hold.id} hold={hold} timeZone={timeZone} onLift={canChange ? choose(hold) : undefined} />
          ))}
        </ol>
      )}
      {releases.length > 0 && (
        <ol className={classes.items} aria-label="Releases">
          {releases.map((release) => (
            <ReleaseItem key={release.id} release={release} timeZone={timeZone} />
          ))}
        </ol>
      )}
      {canChange && (
        <Group gap="xs" className={classes.inset}>
          <Button variant="default" leftSection={<IconPlus size={17} aria-hidden />} onClick={log.open}>
            Log a release
          </Button>
          <Button variant="default" leftSection={<IconLock size={17} aria-hidden />} onClick={place.open}>
            Place a legal hold
          </Button>
        </Group>
      )}
      <Suspense>
        {log.isMounted && (
          <LogRelease opened={log.isOpen} clientId={clientId} timeZone={timeZone} onClose={log.close} />
        )}
        {place.isMounted && (
          <PlaceHold opened={place.isOpen} clientId={clientId} timeZone={timeZone} onClose={place.close} />
        )}
        {chosen && (
          <LiftHold
            key={chosen.id}
            opened={lift.isOpen}
            hold={chosen}
            onClose={lift.close}
            // The button that opened the dialog has disappeared together with the hold.
            onDone={() => {
              lift.close()
              setTimeout(() => document.getElementById(holdElementId(chosen))?.focus())
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
