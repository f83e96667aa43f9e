import { implement } from '@orpc/server'
import { contract } from '#shared/contract/contract.ts'
import type { RequestContext } from '#server/context.ts'

/** The contract to implement: each feature's `routes.ts` implements its noun. */
export const endpoints = implement(contract).$context<RequestContext>()
