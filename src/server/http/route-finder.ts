import { StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import type { AnyRouter } from '@orpc/server'

/** The path pattern of the endpoint that serves a request, e.g. `/clients/{clientId}`; undefined if none does. */
export type RouteFinder = (method: string, path: `/${string}`) => Promise<string | undefined>

/** Finds endpoints of a router, so that a request that is rejected early is logged under the path pattern of its endpoint, too. */
export function createRouteFinder(router: AnyRouter): RouteFinder {
  const matcher = new StandardOpenAPIMatcher()
  matcher.init(router)
  return async (method, path) => {
    const match = await matcher.match(method, path)
    return match?.procedure['~orpc'].route.path
  }
}
