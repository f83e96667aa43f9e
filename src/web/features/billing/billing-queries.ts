import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { parseResponse } from './parse-response.ts'

// The specified times (spec admin §9).
const plansAndSubscriptionMs = 5 * 60_000
const invoicesMs = 2 * 60_000

/** Where the list of invoices begins. */
const firstPage = ''

/** What was just begun or changed at the provider may not be read here yet: it is looked for again, so often and so soon. */
export const refreshTries = 6
export const refreshIntervalMs = 2000

export const plansQuery = queryOptions({
  queryKey: query.billing.plans.queryKey(),
  queryFn: ({ signal }) => parseResponse(api.billing.plans({}, { signal }), 'items'),
  // The route has just asked; what failed twice is asked for again by the person.
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

/** Calls of an account that the provider is still making are tried until it is there; others as everywhere. */
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

/** What a change of plan costs. By the day and by what was paid: reckoned anew whenever it is asked. */
export const previewQuery = (priceId: string) =>
  queryOptions({
    queryKey: query.billing.preview.queryKey({ input: { priceId } }),
    queryFn: ({ signal }) => parseResponse(api.billing.preview({ priceId }, { signal }), 'proration'),
    staleTime: 0,
    gcTime: 0,
  })

/** Ten a page, newest first. */
export const invoicesQuery = infiniteQueryOptions({
  ...retryWhileCreating,
  queryKey: query.billing.invoices.key({ type: 'infinite' }),
  queryFn: ({ pageParam, signal }) =>
    parseResponse(api.billing.invoices({ startingAfter: pageParam || undefined }, { signal }), 'items'),
  initialPageParam: firstPage,
  getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
  staleTime: invoicesMs,
})
