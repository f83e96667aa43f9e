import type { RequestContext } from '#server/context.ts'
import type { Secret } from './secret.ts'

/** Returns the link to an invitation, at the public URL. The secret is in the fragment, which browsers do not send. */
export function linkTo({ auth }: Pick<RequestContext, 'auth'>, secret: Secret): string {
  return new URL(`/invitation#${secret.text}`, auth.options.baseURL).href
}
