import { oc, type Route } from '@orpc/contract'

/** Starts an endpoint. Errors are not declared one by one: every endpoint may answer any code of `errors.ts`. */
export function endpoint(
  route: Route & { method: NonNullable<Route['method']>; path: NonNullable<Route['path']>; summary: string },
) {
  return oc.route(route)
}
