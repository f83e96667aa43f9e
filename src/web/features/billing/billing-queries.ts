import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { parseResponse } from './parse-response.ts'

// The specified times (spec admin §9).
const plansAndSubscriptionMs = 5 * 60_000
const invoicesMs = 2 * 60_000

/** Cursor of the first page of invoices. */
const firstPage = ''

/** A change at the provider may reach us late: how often, and after how many milliseconds, to refresh. */
export const refreshTries = 6
export const refreshIntervalMs = 2000

export const plansQuery = queryOptions({
  queryKey: query.billing.plans.queryKey(),
  queryFn: ({ signal }) => parseResponse(api.billing.plans({}, { signal }), 'items'),
  // The route has just loaded it. After two failures the user retries.
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

/** Retries while the provider still creates the customer; other failures follow the defaults. */
const retryWhileCreating = {
  retry: (failures: number, error: Error) => {
    const { code, status } = readError(error)
    return code === 'billing_account_incomplete' ? failures < refreshTries : failures < 1 && (status ?? 500) >= 500
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

/** Ten per page, newest first. */
export const invoicesQuery = infiniteQueryOptions({
  ...retryWhileCreating,
  queryKey: query.billing.invoices.key({ type: 'infinite' }),
  queryFn: ({ pageParam, signal }) =>
    parseResponse(api.billing.invoices({ startingAfter: pageParam || undefined }, { signal }), 'items'),
  initialPageParam: firstPage,
  getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
  staleTime: invoicesMs,
})
