import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import contractRoutes from 'virtual:contract'
import type { contract } from '#shared/contract/contract.ts'
import { automaticHeader } from '#shared/rules/automatic-reads.ts'
import { guardedFetch } from '#web/identity/identity-guard.ts'

/** Properties of a call. */
type CallContext = {
  /** True for a read that the page repeats after a time, without the user. It does not extend the sign-in. */
  isAutomatic?: boolean
}

/** The context of queries with a constant `refetchInterval`. */
export const automatic: CallContext = { isAutomatic: true }

const link = new OpenAPILink<CallContext>(contractRoutes, {
  url: `${window.location.origin}/api`,
  fetch: guardedFetch,
  headers: ({ context }) => (context.isAutomatic === true ? { [automaticHeader]: '1' } : {}),
})

/** Typed client of the contract: `await api.clients.get({ clientId })`. Read failures with `readError`. */
export const api: ContractRouterClient<typeof contract, CallContext> = createORPCClient(link)

/** The same endpoints as TanStack Query options: `useQuery(query.clients.get.queryOptions({ input }))`. */
export const query = createTanstackQueryUtils(api)
