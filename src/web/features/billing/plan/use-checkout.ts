import type { Plan } from '#shared/contract/billing.ts'
import { api } from '#web/api/client.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { openProviderPage } from '../open-provider-page.ts'
import { useBillingChanges } from '../use-billing-changes.ts'
import { useIdempotentCall } from '../use-idempotent-call.ts'

/** Opens the provider's checkout page for a first plan. It does not charge stored cards. */
export function useCheckout(onPaid: () => void) {
  const { refresh } = useBillingChanges()
  const once = useIdempotentCall<{ url: string | null }>()
  return useSingleMutation({
    mutationFn: async ({ priceId }: Plan) => {
      const { url } = await once((requestId) => api.billing.subscribe({ priceId, pay: 'page', requestId }))
      if (url !== null) await openProviderPage(url)
    },
    // If there is no URL, this request was already paid.
    onSuccess: (_, { name }) => {
      onPaid()
      showSuccess(`You’re now on ${name}.`)
      return refresh()
    },
  })
}
