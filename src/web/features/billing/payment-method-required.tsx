import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Plan } from '#shared/contract/billing.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { showSuccess } from '#web/ui/toast.ts'
import { leaveFor } from './leave-for.ts'
import { shownPrice } from './money.ts'
import { useBillingChanges } from './use-billing-changes.ts'
import { useOnce } from './use-once.ts'

type Props = {
  opened: boolean
  plan: Plan
  /** Whether the provider has a page of its own on which a first plan is paid. */
  hasCheckout: boolean
  onAdd: () => void
  onClose: () => void
}

/** A plan was chosen and there is nothing to pay it with. */
export default function PaymentMethodRequired({ opened, plan, hasCheckout, onAdd, onClose }: Props) {
  const { refresh } = useBillingChanges()
  const once = useOnce()
  const { name, price, currency, interval, priceId } = plan
  const checkout = useMutation({
    mutationFn: async () => {
      const { url } = await once((requestId) => api.billing.subscribe({ priceId, pay: 'page', requestId }))
      if (url !== null) await leaveFor(url)
    },
    // Without an address, the page of this very request was paid before.
    onSuccess: () => {
      onClose()
      showSuccess(`Your plan is ${name} now.`)
      return refresh()
    },
  })
  return (
    <Dialog opened={opened} onClose={onClose} onExitTransitionEnd={checkout.reset} title="Payment Method Required">
      <Stack gap="md">
        <Text>
          {name} costs {shownPrice(price, currency)} a {interval}. Add a payment method first; then you are asked once
          more before anything is charged.
        </Text>
        <FormError message={checkout.isError ? readError(checkout.error, 'Failed to open checkout').sentence : null} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {hasCheckout && (
            <Button variant="default" loading={checkout.isPending} onClick={() => checkout.mutate()}>
              Pay on Stripe’s Page
            </Button>
          )}
          <Button data-autofocus onClick={onAdd}>
            Add Payment Method
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
