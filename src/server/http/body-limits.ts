import { contract } from '#shared/contract/contract.ts'

/** Limit for requests without a sign-in. */
export const anonymousBytes = 64 * 1024

/** Default limit for signed-in users; endpoints may declare more. */
const defaultBytes = 1024 * 1024

interface EndpointLimit {
  method: string
  path: RegExp
  bytes: number
}

const endpointLimits: readonly EndpointLimit[] = Object.values(contract)
  .flatMap((noun) => Object.values(noun))
  .flatMap((endpoint) => {
    const { meta, route } = endpoint['~orpc']
    const bytes = meta.largestBody
    if (bytes === undefined || route.method === undefined || route.path === undefined) return []
    return [{ method: route.method, path: patternOf(route.path), bytes }]
  })

/** The largest body that an endpoint accepts from signed-in users. */
export function largestBody(method: string | undefined, path: string): number {
  return endpointLimits.find((one) => one.method === method && one.path.test(path))?.bytes ?? defaultBytes
}

function patternOf(path: string): RegExp {
  return new RegExp(`^/api${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
}
