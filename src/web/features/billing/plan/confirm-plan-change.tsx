import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BillingState, Plan, Subscription } from '#shared/contract/billing.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { useFocusAfter } from '#web/ui/dialog/use-focus-after.ts'
import { previewQuery } from '../billing-queries.ts'
import { BillingSummary } from './billing-summary.tsx'
import { paymentProblem } from '../subscription-status.ts'
import { subjectOf } from '../with-idempotency.ts'
import { shownAmount, shownPrice } from '#shared/rules/money.ts'
import { useBillingChanges } from '../use-billing-changes.ts'
import { useCheckout } from './use-checkout.ts'
import { useIdempotentCall } from '../use-idempotent-call.ts'

type Props = {
  opened: boolean
  plan: Plan
  /** The subscription to change; null for a first plan, or if the former subscription has ended. */
  subscription: Subscription | null
  timeZone: string
  /** Whether the provider has a hosted checkout page for a first plan. */
  hasCheckout: boolean
  /** Called if there is no payment method. */
  onNoCard: () => void
  onClose: () => void
  /** Called when the dialog has closed and the button that opened it is removed, to move the focus. */
  onGone: () => void
}

/** Error codes after which another amount may be due than the preview shows. */
const changedAmountErrors: ReadonlySet<string> = new Set([
  'amount_changed',
  'payment_partly_made',
  // Some of several payments may have been made.
  'payments_unreachable',
])

/** Shows what a plan change costs and asks for confirmation. */
export default function ConfirmPlanChange(props: Props) {
  const { opened, plan, subscription, timeZone, hasCheckout, onNoCard, onClose, onGone } = props
  const { showState, refresh } = useBillingChanges()
  const once = useIdempotentCall<BillingState | null>(subjectOf(subscription))
  const { name, price, currency, interval, priceId } = plan
  const { onDone, onClosed } = useFocusAfter(onGone)
  const isReckoned = subscription !== null
  const isOverdue = isReckoned && paymentProblem(subscription)?.isOpen === true
  const preview = useQuery({ ...previewQuery(priceId), enabled: opened && isReckoned })
  const change = useSingleMutation({
    mutationFn: () =>
      once(async (requestId) => {
        if (subscription) {
          // The summary shows no amount after an error, although the query still has its former data.
          const dueNow = preview.isError ? null : (preview.data?.dueNow ?? null)
          return await api.billing.changePlan({ priceId, requestId, dueNow })
        }
        await api.billing.subscribe({ priceId, pay: 'card', requestId })
        return null
      }),
    onSuccess: (state) => {
      onDone()
      onClose()
      showSuccess(`You’re now on ${name}.`)
      const isShown = ({ subscription: shown }: BillingState) => shown?.priceId === priceId
      return state ? showState(state, isShown) : refresh(isShown)
    },
    onError: (error) => {
      const { code } = readError(error)
      if (code === 'billing_no_card') onNoCard()
      if (changedAmountErrors.has(code)) void preview.refetch()
    },
  })
  const checkout = useCheckout(onClose)
  const error = checkout.error ?? change.error
  const isStepMissing = change.isError && readError(change.error).code === 'card_step_failed'
  const leadsToPage = isStepMissing && hasCheckout && subscription === null
  const isBusy = change.isPending || checkout.isPending
  const reset = () => {
    onClosed()
    change.reset()
    checkout.reset()
  }
  return (
    <Dialog opened={opened} onClose={onClose} isBusy={isBusy} onExitTransitionEnd={reset} title="Confirm Plan Change">
      <Stack gap="md">
        <Text>
          {subscription
            ? `Change from ${preview.data?.currentPlan.name ?? subscription.productName} to ${name}? The change takes effect at once.`
            : `Subscribe to ${name} for ${shownPrice(price, currency)} a ${interval}? ${shownAmount(price, currency)} is charged now. You can cancel at any time.`}
        </Text>
        {subscription && <BillingSummary preview={preview} isOverdue={isOverdue} timeZone={timeZone} />}
        <FormError message={error ? readError(error, 'Failed to change plan').sentence : null} />
        {isStepMissing && (
          <Text size="sm">
            {leadsToPage
              ? 'On Stripe’s page your bank can ask you to confirm the payment.'
              : 'Your bank requires a step that isn’t available here. Add another card and make it the default.'}
          </Text>
        )}
        <DialogButtons>
          <Button variant="default" data-autofocus disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          {leadsToPage && (
            <Button
              variant="default"
              loading={checkout.isPending}
              disabled={change.isPending}
              onClick={() => checkout.mutate(plan)}
            >
              Pay on Stripe’s Page
            </Button>
          )}
          <Button
            loading={change.isPending}
            // The user must see the amount before confirming.
            disabled={checkout.isPending || (isReckoned && (preview.isPending || preview.isRefetching))}
            onClick={() => {
              checkout.reset()
              change.mutate()
            }}
          >
            {subscription ? 'Confirm Change' : 'Subscribe'}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
