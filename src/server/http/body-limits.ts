import { contract } from '#shared/contract/contract.ts'

/** What anybody may send before we know who it is. */
export const anonymousBytes = 64 * 1024

/** What somebody who is signed in may send to an endpoint that does not declare more. */
const usualBytes = 1024 * 1024

interface Larger {
  method: string
  path: RegExp
  bytes: number
}

const larger: readonly Larger[] = Object.values(contract)
  .flatMap((noun) => Object.values(noun))
  .flatMap((endpoint) => {
    const { meta, route } = endpoint['~orpc']
    const bytes = meta.largestBody
    if (bytes === undefined || route.method === undefined || route.path === undefined) return []
    return [{ method: route.method, path: patternOf(route.path), bytes }]
  })

/** The largest body that an endpoint takes from somebody who is signed in. */
export function largestBody(method: string | undefined, path: string): number {
  return larger.find((one) => one.method === method && one.path.test(path))?.bytes ?? usualBytes
}

function patternOf(path: string): RegExp {
  return new RegExp(`^/api${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
}
