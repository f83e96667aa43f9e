import { Button, Stack, Text } from '@mantine/core'
import type { BillingState, Subscription } from '#shared/contract/billing.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { shownDay } from '#web/ui/format/dates.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { subjectOf } from '../with-idempotency.ts'
import { useFocusAfter } from '#web/ui/dialog/use-focus-after.ts'
import { useBillingChanges } from '../use-billing-changes.ts'
import { useIdempotentCall } from '../use-idempotent-call.ts'

type Props = {
  opened: boolean
  subscription: Subscription
  timeZone: string
  onClose: () => void
  /** Called when the dialog has closed and the button that opened it is removed, to move the focus. */
  onGone: () => void
}

/** Asks before the subscription is set to end with the current period. */
export default function CancelSubscription({ opened, subscription, timeZone, onClose, onGone }: Props) {
  const { showState } = useBillingChanges()
  const once = useIdempotentCall<BillingState>(subjectOf(subscription))
  const isOverdue = subscription.status === 'past_due'
  const dayOf = ({ currentPeriodEnd }: Subscription) =>
    `${shownDay(currentPeriodEnd, timeZone)}${isOverdue ? ' at the latest' : ''}`
  const { onDone, onClosed } = useFocusAfter(onGone)
  const cancel = useSingleMutation({
    mutationFn: () => once((requestId) => api.billing.cancel({ requestId })),
    onSuccess: (state) => {
      onDone()
      onClose()
      showSuccess(`Your subscription ends on ${dayOf(state.subscription ?? subscription)}.`)
      void showState(state, (shown) => shown.subscription?.cancelAtPeriodEnd !== false)
    },
    onError: (error) => {
      const { code, sentence } = readError(error)
      // The dialog is removed together with the subscription.
      if (code === 'subscription_missing') showFailure(sentence)
    },
  })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isBusy={cancel.isPending}
      onExitTransitionEnd={() => {
        onClosed()
        cancel.reset()
      }}
      title="Cancel Subscription"
    >
      <Stack gap="md">
        <Text>
          {subscription.productName} stays yours until {dayOf(subscription)}. It is not renewed then, and{' '}
          {isOverdue ? 'only what is overdue is still collected' : 'nothing more is charged'}.
        </Text>
        <Hint>You can reactivate it until then. Your clients, recordings and notes remain available afterwards.</Hint>
        <FormError
          message={cancel.isError ? `Failed to cancel subscription: ${readError(cancel.error).sentence}` : null}
        />
        <DialogButtons>
          <Button variant="default" data-autofocus disabled={cancel.isPending} onClick={onClose}>
            Keep Subscription
          </Button>
          <Button color="ember" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel Subscription
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
