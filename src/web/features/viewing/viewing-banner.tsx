import { Button, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ViewingState } from '#shared/contract/accounts.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { openFreshDashboard } from '#web/identity/identity-guard.ts'
import { Banner } from '#web/ui/layout/banner.tsx'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { useNow } from '#web/ui/browser/use-now.ts'
import { Strong } from '#web/ui/layout/text.ts'
import { minutesLeft } from './minutes-left.ts'
import classes from './viewing-banner.module.css'

/**
 * A banner on every page while viewing as another user, with the user's name, the remaining time and a stop button.
 * `since`: when this state was loaded.
 */
export function ViewingBanner({ viewing, since }: { viewing: ViewingState; since: number }) {
  const endsAt = since + viewing.secondsLeft * 1000
  const now = useNow()
  const stop = useMutation({
    mutationFn: () => api.viewing.stop(),
    onSuccess: openFreshDashboard,
    onError: (error) => showFailure(readError(error, 'Viewing could not be stopped. Try again.').sentence),
  })
  useEffect(() => {
    // The margin allows for a difference between the clocks of browser and server.
    const timer = setTimeout(openFreshDashboard, Math.max(0, endsAt - Date.now()) + 1000)
    return () => clearTimeout(timer)
  }, [endsAt])
  return (
    <Banner isSticky isPrinted className={classes.banner}>
      <div className={classes.what}>
        <Strong component="output" size="sm">
          <IconEye size={17} stroke={1.8} aria-hidden className={classes.icon} />
          {`Viewing data as ${viewing.name}`}
        </Strong>
        <Text span size="sm" className="num">
          Read-only, {minutesLeft(endsAt, now.getTime())}
        </Text>
      </div>
      <Button
        size="xs"
        variant="white"
        color="dusk"
        className={classes.stop}
        loading={stop.isPending}
        onClick={() => stop.mutate()}
      >
        Stop Viewing
      </Button>
    </Banner>
  )
}
