import { oc, type Route } from '@orpc/contract'

/** What the server knows of an endpoint beside its shape. */
export interface EndpointMeta extends Record<string, unknown> {
  /** Whether it answers while its caller views data as somebody else: what only reads does (D6). */
  whileViewing: boolean
  /** Bytes of its largest body, where the usual limit is too small. */
  largestBody?: number
  /** True for endpoints that work without the second factor that the organization requires: those about the caller alone. */
  withoutSecondFactor: boolean
}

type Declared = Route & {
  method: NonNullable<Route['method']>
  path: NonNullable<Route['path']>
  summary: string
  /** By default what is asked for with GET. To be set for a POST that only reads. */
  whileViewing?: boolean
  largestBody?: number
  withoutSecondFactor?: boolean
}

/** Starts an endpoint. Errors are not declared one by one: every endpoint may answer any code of `errors.ts`. */
export function endpoint({ whileViewing, largestBody, withoutSecondFactor = false, ...route }: Declared) {
  const meta: EndpointMeta = {
    whileViewing: whileViewing ?? route.method === 'GET',
    withoutSecondFactor,
    ...(largestBody !== undefined && { largestBody }),
  }
  return oc.$meta(meta).route(route)
}
