import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { BillingState, Plan, Subscription } from '#shared/contract/billing.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { showSuccess } from '#web/ui/toast.ts'
import { BillingSummary } from './billing-summary.tsx'
import { shownAmount, shownPrice } from './money.ts'
import { useBillingChanges } from './use-billing-changes.ts'
import { useOnce } from './use-once.ts'

type Props = {
  opened: boolean
  plan: Plan
  /** What is changed; null where the plan is the first one, or the first one again. */
  subscription: Subscription | null
  timeZone: string
  /** There is nothing to pay with. */
  onNoCard: () => void
  onClose: () => void
}

/** Asks before the plan becomes another one, and says what that costs. */
export default function ConfirmPlanChange({ opened, plan, subscription, timeZone, onNoCard, onClose }: Props) {
  const { showState, refresh } = useBillingChanges()
  const once = useOnce()
  const { name, price, currency, interval, priceId } = plan
  const change = useMutation({
    mutationFn: async () => {
      if (subscription) return await once((requestId) => api.billing.changePlan({ priceId, requestId }))
      const { url } = await once((requestId) => api.billing.subscribe({ priceId, requestId }))
      return url === null ? null : await leaveFor(url)
    },
    onSuccess: (state) => {
      onClose()
      showSuccess(`Your plan is ${name} now.`)
      const isShown = ({ subscription: shown }: BillingState) => shown?.priceId === priceId
      return state ? showState(state, isShown) : refresh(isShown)
    },
    onError: (error) => {
      if (readError(error).code === 'billing_no_card') onNoCard()
    },
  })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isBusy={change.isPending}
      onExitTransitionEnd={change.reset}
      title="Confirm Plan Change"
    >
      <Stack gap="md">
        <Text>
          {subscription
            ? `Change from ${subscription.productName} to ${name}? The change takes effect at once.`
            : `Subscribe to ${name} for ${shownPrice(price, currency)} a ${interval}? ${shownAmount(price, currency)} is charged now. You can cancel at any time.`}
        </Text>
        {subscription && <BillingSummary plan={plan} isOpen={opened} timeZone={timeZone} />}
        <FormError message={change.isError ? readError(change.error, 'Failed to change plan').sentence : null} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button loading={change.isPending} onClick={() => change.mutate()}>
            {subscription ? 'Confirm Change' : 'Subscribe'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Never comes back: the provider's own page takes over. */
function leaveFor(url: string): Promise<never> {
  window.location.assign(url)
  return new Promise(() => {})
}
