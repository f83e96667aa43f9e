import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { BillingState } from '#shared/contract/billing.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showSuccess } from '#web/ui/toast.ts'
import { useBillingChanges } from './use-billing-changes.ts'
import { useOnce } from './use-once.ts'

/** Has paid at once, with the default card, what could not be paid. `onPaid` takes the focus: the button goes. */
export function PayNow({ onPaid }: { onPaid: () => void }) {
  const { showState } = useBillingChanges()
  const once = useOnce<BillingState>()
  const pay = useMutation({
    mutationFn: () => once((requestId) => api.billing.payOpen({ requestId })),
    onSuccess: (state) => {
      showSuccess('The payment went through.')
      onPaid()
      return showState(state, ({ subscription }) => subscription?.status === 'active')
    },
  })
  return (
    <>
      {pay.isError && (
        <Text role="alert" inherit fw={600} mt="xs">
          {readError(pay.error, 'Failed to pay').sentence}
        </Text>
      )}
      <Button variant="default" size="xs" mt="sm" loading={pay.isPending} onClick={() => pay.mutate()}>
        Pay Now
      </Button>
    </>
  )
}
