import { implement } from '@orpc/server'
import { contract } from '#shared/contract/contract.ts'
import type { RequestContext } from '#server/context.ts'

/** The contract, ready to be served: every feature's `routes.ts` fills its noun. */
export const endpoints = implement(contract).$context<RequestContext>()
