import { useEffect, useEffectEvent } from 'react'
import { api } from '#web/api/client.ts'
import { PageAlert } from '#web/ui/feedback/alerts.ts'
import type { ReturnFlags } from './return-flags.ts'
import { useBillingChanges } from './use-billing-changes.ts'
import classes from './billing.module.css'

// The time that the specification gives (spec admin §9).
const shownMs = 5000

type Props = {
  flags: ReturnFlags
  /** Called when the banner was shown, to remove the flags from the URL. */
  onSeen: () => void
}

/**
 * Shows for five seconds the outcome of a visit to the checkout page, from the flags in the URL. The plan itself is
 * reloaded from the provider (D27), because the provider's event may arrive late or never.
 */
export function ReturnBanner({ flags, onSeen }: Props) {
  const changes = useBillingChanges()
  const isFlagged = Object.keys(flags).length > 0
  const hasStarted = flags.success === true || flags.trial_created === true
  const refresh = useEffectEvent(() => {
    if (hasStarted) void changes.refresh()
  })
  const readAgain = useEffectEvent(async () => {
    if (!hasStarted) return
    try {
      await changes.showState(await api.billing.refresh(), () => true)
    } catch {
      // The reload fails for users without billing rights, or if the provider is down. Then the cached state is shown.
      await changes.refresh()
    }
  })
  const markSeen = useEffectEvent(() => {
    // Reloads again, because the provider's event may arrive shortly after the redirect.
    refresh()
    onSeen()
  })
  useEffect(() => {
    if (!isFlagged) return undefined
    void readAgain()
    const timer = setTimeout(markSeen, shownMs)
    return () => clearTimeout(timer)
  }, [isFlagged])
  const banner = bannerOf(flags)
  return (
    <output className={classes.banner}>
      {banner && (
        <PageAlert role="note" color={banner.color} title={banner.title}>
          {banner.text}
        </PageAlert>
      )}
    </output>
  )
}

function bannerOf({ success, canceled, trial_created }: ReturnFlags) {
  if (trial_created) {
    return {
      color: 'spruce',
      title: 'Free Trial Started',
      text: 'Your 7-day trial has started. No payment method is needed.',
    }
  }
  if (success) {
    return { color: 'spruce', title: 'Checkout Complete', text: 'Thank you. Your updated plan is shown below.' }
  }
  return (
    canceled && {
      color: 'ochre',
      title: 'Checkout Canceled',
      text: 'Nothing was charged, and your plan has not changed.',
    }
  )
}
