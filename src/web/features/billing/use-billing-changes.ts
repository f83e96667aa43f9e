import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { BillingState, PaymentMethod } from '#shared/contract/billing.ts'
import { showResult } from '#web/api/show-result.ts'
import { cardsQuery, invoicesQuery, refreshIntervalMs, refreshTries, stateQuery } from './billing-queries.ts'

/** Returns whether the state shows the requested change, which may arrive late. */
type IsUpToDate = (state: BillingState) => boolean

/** Updates the cached plan and cards after a change, and refetches the data that depend on them. */
export function useBillingChanges() {
  const cache = useQueryClient()
  const invalidate = (queries: readonly { queryKey: readonly unknown[] }[]) =>
    Promise.all(queries.map(({ queryKey }) => cache.invalidateQueries({ queryKey })))
  return {
    refresh: async (isShown: IsUpToDate = () => true) => {
      await invalidate([stateQuery, cardsQuery, invoicesQuery])
      const state = cache.getQueryData(stateQuery.queryKey)
      if (state && !isShown(state)) void refreshUntil(cache, isShown)
    },
    showState: (state: BillingState, isShown: IsUpToDate) => {
      showResult(cache, stateQuery.queryKey, state)
      if (!isShown(state)) void refreshUntil(cache, isShown)
      return invalidate([cardsQuery, invoicesQuery])
    },
    showCards: (cards: { items: PaymentMethod[] }) => {
      showResult(cache, cardsQuery.queryKey, cards)
      return invalidate([stateQuery, invoicesQuery])
    },
  }
}

/** Refetches for a limited time, until the state shows the change. */
async function refreshUntil(cache: QueryClient, isShown: IsUpToDate): Promise<void> {
  for (let look = 0; look < refreshTries; look++) {
    await new Promise((resolve) => setTimeout(resolve, refreshIntervalMs))
    // The panel that shows the state also shows this failure.
    const state = await cache.fetchQuery({ ...stateQuery, staleTime: 0 }).catch(() => null)
    if (state && isShown(state)) return
  }
  await cache.invalidateQueries({ queryKey: stateQuery.queryKey, refetchType: 'none' })
}
