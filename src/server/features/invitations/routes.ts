import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { cancelInvitation } from './cancel-invitation.ts'
import { joinOrganization } from './join-organization.ts'
import { listInvitations } from './list-invitations.ts'
import { previewInvitation } from './preview-invitation.ts'
import { newLink } from './new-link.ts'
import { resendInvitation, sendInvitation } from './send-invitation.ts'

const { invitations } = endpoints

export const invitationRoutes = {
  list: invitations.list.handler(inTransaction(listInvitations)),
  send: invitations.send.handler(({ context, input }) => sendInvitation(context, input)),
  sendAgain: invitations.sendAgain.handler(({ context, input }) => resendInvitation(context, input)),
  newLink: invitations.newLink.handler(({ context, input }) => newLink(context, input)),
  cancel: invitations.cancel.handler(inTransaction(cancelInvitation)),
  look: invitations.look.handler(({ context, input }) => previewInvitation(context, input)),
  accept: invitations.accept.handler(({ context, input }) => acceptInvitation(context, input)),
  join: invitations.join.handler(inTransaction(joinOrganization)),
}
