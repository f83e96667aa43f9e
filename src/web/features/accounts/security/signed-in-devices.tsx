import { Button, Text } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import type { SignIn } from '#shared/contract/accounts.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showResult } from '#web/api/show-result.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { PanelBody } from '#web/ui/layout/panel-parts.ts'
import { DeviceRow } from './device-row.tsx'
import classes from './security.module.css'

const SignOutElsewhere = lazyDialog(() => import('./sign-out-elsewhere.tsx'))

/** The user's signed-in devices: this one first, the others with a Sign Out button. */
export function SignedInDevices({ timeZone }: { timeZone: string }) {
  const cache = useQueryClient()
  // Refetched on every visit, because users come here to see which devices are signed in.
  const signIns = useQuery({ ...query.accounts.signIns.queryOptions(), staleTime: 0 })
  const signOutDialog = useDialog()
  const [ending, setEnding] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const others = (signIns.data?.items.length ?? 1) - 1

  const signOut = async ({ id, device }: SignIn) => {
    setEnding(id)
    setFailure(null)
    try {
      const key = query.accounts.signIns.queryKey()
      try {
        showResult(cache, key, await api.accounts.signOutDevice({ signInId: id }))
      } catch (error) {
        if (readError(error).code !== 'sign_in_missing') throw error
        // The device signed out in the meantime.
        await cache.invalidateQueries({ queryKey: key })
      }
      // The button disappears with its row.
      const focused = document.activeElement
      if (focused === document.body || list.current?.contains(focused)) list.current?.focus()
    } catch {
      setFailure(`${device} could not be signed out. Try again.`)
    } finally {
      setEnding(null)
    }
  }

  return (
    <Panel
      title="Signed-in devices"
      query={signIns}
      failure="Failed to load your devices"
      loadingLabel="Loading your devices"
      skeleton={<Placeholder kind="field" count={3} isInset />}
      aside={
        others > 0 && (
          <Button
            className={classes.everywhere}
            leftSection={<IconLogout size={17} aria-hidden />}
            onClick={signOutDialog.open}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      {({ items, maxDays }) => (
        <>
          <PanelBody>
            <Hint>
              {others > 0
                ? `You are signed in on ${items.length} devices. Sign out any you do not recognize.`
                : 'You are signed in only here.'}
            </Hint>
          </PanelBody>
          {failure !== null && (
            <div className={classes.failure}>
              <FormError message={failure} />
            </div>
          )}
          <ul ref={list} tabIndex={-1} className={classes.list} aria-label="Signed-in devices">
            {items.map((signIn) => (
              <DeviceRow
                key={signIn.id}
                signIn={signIn}
                timeZone={timeZone}
                isEnding={ending === signIn.id}
                onSignOut={() => void signOut(signIn)}
              />
            ))}
          </ul>
          <Text className={classes.foot}>
            Each sign-in ends after {maxDays === 1 ? '1 day' : `${maxDays} days`}, or after 12 hours without use.
            Signing out a device stops its access within 5 seconds.
          </Text>
          {signOutDialog.isMounted && (
            <Suspense>
              <SignOutElsewhere
                opened={signOutDialog.isOpen}
                devices={others}
                onClose={signOutDialog.close}
                onGone={() => list.current?.focus()}
              />
            </Suspense>
          )}
        </>
      )}
    </Panel>
  )
}
