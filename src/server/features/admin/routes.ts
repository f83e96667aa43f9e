import { endpoints } from '#server/http/implement.ts'
import { inPanel } from './as-admin.ts'
import { assignSupervisor } from './assign-supervisor.ts'
import { changeMemberRole } from './change-member-role.ts'
import { getClient } from './get-client.ts'
import { getOrganization } from './get-organization.ts'
import { getSession } from './get-session.ts'
import { getStatus } from './get-status.ts'
import { getUser } from './get-user.ts'
import { inviteMember } from './invite-member.ts'
import { justifyAccess } from './justify-access.ts'
import { listAccessReasons } from './list-access-reasons.ts'
import { listClients } from './list-clients.ts'
import { listFailedSessions } from './list-failed-sessions.ts'
import { listModels } from './list-models.ts'
import { listOrganizations } from './list-organizations.ts'
import { listRefusedAccess } from './list-refused-access.ts'
import { listSessions } from './list-sessions.ts'
import { listTherapists } from './list-therapists.ts'
import { listUsers } from './list-users.ts'
import { removeMember } from './remove-member.ts'
import { retrySessions } from './retry-sessions.ts'
import { updateClient } from './update-client.ts'
import { updateOrganization } from './update-organization.ts'
import { updateUser } from './update-user.ts'

const { admin } = endpoints

export const adminRoutes = {
  listUsers: admin.listUsers.handler(inPanel(listUsers)),
  getUser: admin.getUser.handler(inPanel(getUser)),
  updateUser: admin.updateUser.handler(inPanel(updateUser)),
  listOrganizations: admin.listOrganizations.handler(inPanel(listOrganizations)),
  getOrganization: admin.getOrganization.handler(inPanel(getOrganization)),
  updateOrganization: admin.updateOrganization.handler(inPanel(updateOrganization)),
  changeMemberRole: admin.changeMemberRole.handler(inPanel(changeMemberRole)),
  removeMember: admin.removeMember.handler(inPanel(removeMember)),
  assignSupervisor: admin.assignSupervisor.handler(inPanel(assignSupervisor)),
  invite: admin.invite.handler(({ context, input }) => inviteMember(context, input)),
  justify: admin.justify.handler(inPanel(justifyAccess)),
  listClients: admin.listClients.handler(inPanel(listClients)),
  getClient: admin.getClient.handler(inPanel(getClient)),
  updateClient: admin.updateClient.handler(inPanel(updateClient)),
  therapists: admin.therapists.handler(inPanel(listTherapists)),
  listSessions: admin.listSessions.handler(inPanel(listSessions)),
  listAccessReasons: admin.listAccessReasons.handler(inPanel(listAccessReasons)),
  listRefusedAccess: admin.listRefusedAccess.handler(inPanel(listRefusedAccess)),
  failedSessions: admin.failedSessions.handler(inPanel(listFailedSessions)),
  runAgain: admin.runAgain.handler(inPanel(retrySessions)),
  models: admin.models.handler(inPanel(listModels)),
  status: admin.status.handler(inPanel(getStatus)),
  getSession: admin.getSession.handler(inPanel(getSession)),
}
