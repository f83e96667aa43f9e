import { audit } from '#server/audit.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { requireOrganizationAdmin } from '#server/features/organizations/require-organization.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { rowId } from '#server/ids.ts'
import { linkTo } from './link.ts'
import { newSecret } from './secret.ts'
import { replaceShownSecret } from './store.ts'

/**
 * Creates a link that the inviter passes on. Only hashes of links are stored, so the link cannot be shown again. A new
 * link replaces the link that was shown before.
 * @throws no_organization, not_allowed, demo_fixed, invitation_gone, email_unverified
 */
export async function newLink(request: RequestContext, input: { invitationId: string }): Promise<{ link: string }> {
  const secret = newSecret()
  await asCaller(
    request,
    async (context: Context) => {
      const id = rowId(input.invitationId, 'invitation_gone')
      throwIfFailure(await replaceShownSecret(context.db, requireOrganizationAdmin(context), id, secret.hash))
      audit(context, { action: 'invitation.link_shown', resourceType: 'invitation', resourceId: id })
    },
    undefined,
  )
  return { link: linkTo(request, secret) }
}
