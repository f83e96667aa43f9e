import { oc, type Route } from '@orpc/contract'

/** What the server knows of an endpoint beside its shape. */
export interface EndpointMeta extends Record<string, unknown> {
  /** Whether it answers while its caller views data as somebody else: what only reads does (decision 6). */
  whileViewing: boolean
  /** Bytes of its largest body, where the usual limit is too small. */
  largestBody?: number
}

type Declared = Route & {
  method: NonNullable<Route['method']>
  path: NonNullable<Route['path']>
  summary: string
  /** By default what is asked for with GET. To be set for a POST that only reads. */
  whileViewing?: boolean
  largestBody?: number
}

/** Starts an endpoint. Errors are not declared one by one: every endpoint may answer any code of `errors.ts`. */
export function endpoint({ whileViewing, largestBody, ...route }: Declared) {
  const meta: EndpointMeta = {
    whileViewing: whileViewing ?? route.method === 'GET',
    ...(largestBody !== undefined && { largestBody }),
  }
  return oc.$meta(meta).route(route)
}
