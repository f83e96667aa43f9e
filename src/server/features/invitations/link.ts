import type { RequestContext } from '#server/context.ts'

/** Where an invitation is accepted, at the product's public address. */
export function linkTo({ auth }: Pick<RequestContext, 'auth'>, invitationId: string): string {
  const link = new URL('/invitation', auth.options.baseURL)
  link.searchParams.set('invitation', invitationId)
  return link.href
}
