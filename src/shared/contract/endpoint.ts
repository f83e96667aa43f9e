import { oc, type Route } from '@orpc/contract'

/** Properties of an endpoint in addition to its shape. */
export interface EndpointMeta extends Record<string, unknown> {
  /** True if callers may use it while they view as another user: endpoints that only read (D6). */
  whileViewing: boolean
  /** Maximum bytes of a body, if the usual limit is too small. */
  largestBody?: number
  /**
   * True for endpoints that work without the second factor that an organization requires: those about the caller
   * alone, and those that lead to another organization.
   */
  withoutSecondFactor: boolean
  /**
   * True for changes that do not depend on the caller's current organization. Other changes are refused if the page shows
   * another organization.
   */
  inAnyOrganization: boolean
}

type Declared = Route & {
  method: NonNullable<Route['method']>
  path: NonNullable<Route['path']>
  summary: string
  /** By default true for GET. Set it for a POST that only reads. */
  whileViewing?: boolean
  largestBody?: number
  withoutSecondFactor?: boolean
  /** By default true for reads and for endpoints about the caller alone. */
  inAnyOrganization?: boolean
}

/** Starts an endpoint. It declares no errors: every endpoint may return any code of `errors.ts`. */
export function endpoint({ largestBody, withoutSecondFactor = false, ...declared }: Declared) {
  const { whileViewing = declared.method === 'GET', inAnyOrganization, ...route } = declared
  const meta: EndpointMeta = {
    whileViewing,
    withoutSecondFactor,
    inAnyOrganization: inAnyOrganization ?? (whileViewing || withoutSecondFactor),
    ...(largestBody !== undefined && { largestBody }),
  }
  return oc.$meta(meta).route(route)
}
