import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { BillingState, PaymentMethod } from '#shared/contract/billing.ts'
import { cardsQuery, invoicesQuery, refreshIntervalMs, refreshTries, stateQuery } from './billing-queries.ts'

/** Whether a state shows what was wished. What the provider has done may be read by us a moment later. */
type IsUpToDate = (state: BillingState) => boolean

/** Shows plan and cards as a change left them, and asks anew for what follows from it. */
export function useBillingChanges() {
  const cache = useQueryClient()
  const again = (queries: readonly { queryKey: readonly unknown[] }[]) =>
    Promise.all(queries.map(({ queryKey }) => cache.invalidateQueries({ queryKey })))
  return {
    refresh: async (isShown: IsUpToDate = () => true) => {
      await again([stateQuery, cardsQuery, invoicesQuery])
      const state = cache.getQueryData(stateQuery.queryKey)
      if (state && !isShown(state)) void refreshUntil(cache, isShown)
    },
    showState: (state: BillingState, isShown: IsUpToDate) => {
      cache.setQueryData(stateQuery.queryKey, state)
      if (!isShown(state)) void refreshUntil(cache, isShown)
      return again([cardsQuery, invoicesQuery])
    },
    showCards: (cards: { items: PaymentMethod[] }) => {
      cache.setQueryData(cardsQuery.queryKey, cards)
      return again([stateQuery, invoicesQuery])
    },
  }
}

/** Looks again for a while; what is not shown by then is asked for whenever the page is opened. */
async function refreshUntil(cache: QueryClient, isShown: IsUpToDate): Promise<void> {
  for (let look = 0; look < refreshTries; look++) {
    await new Promise((resolve) => setTimeout(resolve, refreshIntervalMs))
    // A failure is told where the state is shown.
    const state = await cache.fetchQuery({ ...stateQuery, staleTime: 0 }).catch(() => null)
    if (state && isShown(state)) return
  }
  await cache.invalidateQueries({ queryKey: stateQuery.queryKey, refetchType: 'none' })
}
