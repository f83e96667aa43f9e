import { useQueryClient } from '@tanstack/react-query'
import type { BillingState, PaymentMethod } from '#shared/contract/billing.ts'
import { cardsQuery, invoicesQuery, stateQuery } from './billing-queries.ts'

/** Shows plan and cards as a change left them, and asks anew for what follows from it. */
export function useBillingChanges() {
  const cache = useQueryClient()
  const again = (queries: readonly { queryKey: readonly unknown[] }[]) =>
    Promise.all(queries.map(({ queryKey }) => cache.invalidateQueries({ queryKey })))
  return {
    refresh: () => again([stateQuery, cardsQuery, invoicesQuery]),
    showState: (state: BillingState) => {
      cache.setQueryData(stateQuery.queryKey, state)
      return again([cardsQuery, invoicesQuery])
    },
    showCards: (cards: { items: PaymentMethod[] }) => {
      cache.setQueryData(cardsQuery.queryKey, cards)
      return again([stateQuery, invoicesQuery])
    },
  }
}
