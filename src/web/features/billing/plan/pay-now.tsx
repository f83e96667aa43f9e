import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BillingState, PaidState } from '#shared/contract/billing.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { Strong } from '#web/ui/layout/text.ts'
import { cardsQuery } from '../billing-queries.ts'
import { useBillingChanges } from '../use-billing-changes.ts'
import { useIdempotentCall } from '../use-idempotent-call.ts'

/** Pays the open invoice now with the default card. `onPaid` moves the focus, because the button disappears. */
export function PayNow({ onPaid }: { onPaid: () => void }) {
  const { showState } = useBillingChanges()
  const { data: cards } = useQuery(cardsQuery)
  // The provider repeats its answer to a request, so another card needs another request.
  const once = useIdempotentCall<PaidState>(cards?.items.find(({ isDefault }) => isDefault)?.id)
  const pay = useSingleMutation({
    mutationFn: () => once((requestId) => api.billing.payOpen({ requestId })),
    onSuccess: (state) => {
      if (isPaid(state)) {
        showSuccess('The payment went through.')
        onPaid()
      } else if (state.paidInvoices > 0) showSuccess('The payment went through. The status follows in a moment.')
      return showState(state, isPaid)
    },
  })
  const isNothingOpen = pay.isSuccess && !isPaid(pay.data) && pay.data.paidInvoices === 0
  const failure = pay.isError
    ? readError(pay.error, 'Failed to pay').sentence
    : isNothingOpen && 'There is no open payment. If this message stays, please contact support.'
  return (
    <>
      {failure && (
        <Strong role="alert" inherit mt="xs">
          {failure}
        </Strong>
      )}
      <Button variant="default" size="xs" mt="sm" loading={pay.isPending} onClick={() => pay.mutate()}>
        Pay Now
      </Button>
    </>
  )
}

function isPaid({ subscription }: BillingState): boolean {
  return subscription?.status === 'active'
}
