import { Alert } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { api } from '#web/api/client.ts'
import type { ReturnFlags } from './return-flags.ts'
import { useBillingChanges } from './use-billing-changes.ts'
import classes from './billing.module.css'

// The specified time (spec admin §9).
const shownMs = 5000

type Props = {
  flags: ReturnFlags
  /** The banner was seen: the address is to be cleaned of its flags. */
  onSeen: () => void
}

/**
 * Says for five seconds how a visit to the payment page ended. It follows the flags; the plan that is shown comes from the
 * provider (D27), which is asked anew: what it tells by itself may come later than the person, or never.
 */
export function ReturnBanner({ flags, onSeen }: Props) {
  const changes = useBillingChanges()
  const isFlagged = Object.keys(flags).length > 0
  const isBegun = flags.success === true || flags.trial_created === true
  const refresh = useEffectEvent(() => {
    if (isBegun) void changes.refresh()
  })
  const readAgain = useEffectEvent(async () => {
    if (!isBegun) return
    try {
      await changes.showState(await api.billing.refresh(), () => true)
    } catch {
      // Whoever is not in charge, or when the provider does not answer: then as it was heard last.
      await changes.refresh()
    }
  })
  const seen = useEffectEvent(() => {
    // What the provider tells a moment later than it sends the person back is in it now.
    refresh()
    onSeen()
  })
  useEffect(() => {
    if (!isFlagged) return undefined
    void readAgain()
    const timer = setTimeout(seen, shownMs)
    return () => clearTimeout(timer)
  }, [isFlagged])
  const said = bannerOf(flags)
  return (
    <output className={classes.banner}>
      {said && (
        <Alert role="note" color={said.color} title={said.title} mb="lg">
          {said.text}
        </Alert>
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
