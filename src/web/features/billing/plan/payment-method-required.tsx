import { Button, Stack, Text } from '@mantine/core'
import { readError } from '#web/api/errors.ts'
import { shownDay } from '#web/ui/format/dates.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { shownPrice } from '#shared/rules/money.ts'
import { useCheckout } from './use-checkout.ts'
import type { PaymentIntent } from './payment-intent.ts'

type Props = {
  opened: boolean
  wish: PaymentIntent
  timeZone: string
  /** Whether the provider has a hosted checkout page for a first plan. */
  hasCheckout: boolean
  onAdd: () => void
  onClose: () => void
}

/** Shown if the chosen plan requires a payment method first. */
export default function PaymentMethodRequired({ opened, wish, timeZone, hasCheckout, onAdd, onClose }: Props) {
  const checkout = useCheckout(onClose)
  const { plan } = wish
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isBusy={checkout.isPending}
      onExitTransitionEnd={checkout.reset}
      title="Payment Method Required"
    >
      <Stack gap="md">
        <Text>{wordsOf(wish, timeZone)}</Text>
        <FormError message={checkout.isError ? readError(checkout.error, 'Failed to open checkout').sentence : null} />
        <DialogButtons>
          <Button variant="default" disabled={checkout.isPending} onClick={onClose}>
            Cancel
          </Button>
          {hasCheckout && plan && (
            <Button variant="default" loading={checkout.isPending} onClick={() => checkout.mutate(plan)}>
              Pay on Stripe’s Page
            </Button>
          )}
          <Button data-autofocus disabled={checkout.isPending} onClick={onAdd}>
            Add Payment Method
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

function wordsOf({ plan, subscription }: PaymentIntent, timeZone: string): string {
  if (plan) {
    const { name, price, currency, interval } = plan
    return `${name} costs ${shownPrice(price, currency)} a ${interval}. Add a payment method first; you will be asked to confirm before anything is charged.`
  }
  const { productName, amount, currency, interval, currentPeriodEnd } = subscription
  return `${productName} continues for ${shownPrice(amount, currency)} a ${interval} from ${shownDay(currentPeriodEnd, timeZone)}. Add a payment method first to reactivate it.`
}
