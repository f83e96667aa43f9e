import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import contractRoutes from 'virtual:contract'
import type { contract } from '#shared/contract/contract.ts'
import { guardedFetch } from '#web/identity/identity-guard.ts'

const link = new OpenAPILink(contractRoutes, { url: `${window.location.origin}/api`, fetch: guardedFetch })

/** Typed client of the contract: `await api.clients.get({ clientId })`. Read failures with `readError`. */
export const api: ContractRouterClient<typeof contract> = createORPCClient(link)

/** The same endpoints as TanStack Query options: `useQuery(query.clients.get.queryOptions({ input }))`. */
export const query = createTanstackQueryUtils(api)
