import { oc, type Route } from '@orpc/contract'

/** Properties of an endpoint in addition to its shape. */
export interface EndpointMeta extends Record<string, unknown> {
  /** True if callers may use it while they view as another user: endpoints that only read (D6). */
  whileViewing: boolean
  /** Maximum bytes of a body, if the usual limit is too small. */
  largestBody?: number
  /**
   * True for endpoints that work without the second factor that an organization requires: those about the caller alone.
   */
  withoutSecondFactor: boolean
}

type Declared = Route & {
  method: NonNullable<Route['method']>
  path: NonNullable<Route['path']>
  summary: string
  /** By default true for GET. Set it for a POST that only reads. */
  whileViewing?: boolean
  largestBody?: number
  withoutSecondFactor?: boolean
}

/** Starts an endpoint. It declares no errors: every endpoint may return any code of `errors.ts`. */
export function endpoint({ whileViewing, largestBody, withoutSecondFactor = false, ...route }: Declared) {
  const meta: EndpointMeta = {
    whileViewing: whileViewing ?? route.method === 'GET',
    withoutSecondFactor,
    ...(largestBody !== undefined && { largestBody }),
  }
  return oc.$meta(meta).route(route)
}
