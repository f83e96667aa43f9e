import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, query } from '#web/api/client.ts'
import { isTemporary, readError } from '#web/api/errors.ts'
import { parseResponse } from './parse-response.ts'

// The cache times of the specification (spec admin §9).
const plansAndSubscriptionMs = 5 * 60_000
const invoicesMs = 2 * 60_000

/** The cursor of the first page of invoices. */
const firstPage = ''

/** How often and after how many milliseconds to refetch, because changes at the provider may arrive late. */
export const refreshTries = 6
export const refreshIntervalMs = 2000

export const plansQuery = queryOptions({
  queryKey: query.billing.plans.queryKey(),
  queryFn: ({ signal }) => parseResponse(api.billing.plans({}, { signal }), 'items'),
  // The route has just loaded the plans. After two failures, the user decides about another try.
  retryOnMount: false,
  staleTime: plansAndSubscriptionMs,
})

export const stateQuery = queryOptions({
  queryKey: query.billing.state.queryKey(),
  queryFn: ({ signal }) => parseResponse(api.billing.state({}, { signal }), 'usage'),
  staleTime: plansAndSubscriptionMs,
  refetchInterval: ({ state: { data, dataUpdateCount } }) =>
    data?.subscription === null && data.mayManage && dataUpdateCount < refreshTries ? refreshIntervalMs : false,
})

/** Retries while the provider is still creating the customer; other failures follow the defaults. */
const retryWhileCreating = {
  retry: (failures: number, error: Error) => {
    const isIncomplete = readError(error).code === 'billing_account_incomplete'
    return isIncomplete ? failures < refreshTries : failures < 1 && isTemporary(error)
  },
  retryDelay: refreshIntervalMs,
}

export const cardsQuery = queryOptions({
  ...retryWhileCreating,
  queryKey: query.billing.paymentMethods.queryKey(),
  queryFn: ({ signal }) => parseResponse(api.billing.paymentMethods({}, { signal }), 'items'),
})

/** The cost of a plan change. It depends on the day and payments, so it is never cached. */
export const previewQuery = (priceId: string) =>
  queryOptions({
    queryKey: query.billing.preview.queryKey({ input: { priceId } }),
    queryFn: ({ signal }) => parseResponse(api.billing.preview({ priceId }, { signal }), 'proration'),
    staleTime: 0,
    gcTime: 0,
  })

/** Invoices, newest first, ten per page. */
export const invoicesQuery = infiniteQueryOptions({
  ...retryWhileCreating,
  queryKey: query.billing.invoices.key({ type: 'infinite' }),
  queryFn: ({ pageParam, signal }) =>
    parseResponse(api.billing.invoices({ startingAfter: pageParam || undefined }, { signal }), 'items'),
  initialPageParam: firstPage,
  getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
  staleTime: invoicesMs,
})
