import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { asAdmin } from './as-admin.ts'
import { getClient, listClients, updateClient } from './clients.ts'
import { inviteMember } from './invite-member.ts'
import { justifyAccess } from './justify-access.ts'
import { listAccessReasons } from './list-access-reasons.ts'
import { listRefusedAccess } from './list-refused-access.ts'
import { listModels } from './models.ts'
import { assignSupervisor, changeMemberRole, removeMember } from './members.ts'
import { failedSessions, runAgain } from './failed-sessions.ts'
import { getOrganization, listOrganizations, listTherapists, updateOrganization } from './organizations.ts'
import { getSession, listSessions } from './sessions.ts'
import { getUser, listUsers, updateUser } from './users.ts'

const { admin } = endpoints

export const adminRoutes = {
  listUsers: admin.listUsers.handler(inTransaction(asAdmin(listUsers))),
  getUser: admin.getUser.handler(inTransaction(asAdmin(getUser))),
  updateUser: admin.updateUser.handler(inTransaction(asAdmin(updateUser))),
  listOrganizations: admin.listOrganizations.handler(inTransaction(asAdmin(listOrganizations))),
  getOrganization: admin.getOrganization.handler(inTransaction(asAdmin(getOrganization))),
  updateOrganization: admin.updateOrganization.handler(inTransaction(asAdmin(updateOrganization))),
  changeMemberRole: admin.changeMemberRole.handler(inTransaction(asAdmin(changeMemberRole))),
  removeMember: admin.removeMember.handler(inTransaction(asAdmin(removeMember))),
  assignSupervisor: admin.assignSupervisor.handler(inTransaction(asAdmin(assignSupervisor))),
  invite: admin.invite.handler(({ context, input }) => inviteMember(context, input)),
  justify: admin.justify.handler(inTransaction(asAdmin(justifyAccess))),
  listClients: admin.listClients.handler(inTransaction(asAdmin(listClients))),
  getClient: admin.getClient.handler(inTransaction(asAdmin(getClient))),
  updateClient: admin.updateClient.handler(inTransaction(asAdmin(updateClient))),
  therapists: admin.therapists.handler(inTransaction(asAdmin(listTherapists))),
  listSessions: admin.listSessions.handler(inTransaction(asAdmin(listSessions))),
  listAccessReasons: admin.listAccessReasons.handler(inTransaction(asAdmin(listAccessReasons))),
  listRefusedAccess: admin.listRefusedAccess.handler(inTransaction(asAdmin(listRefusedAccess))),
  failedSessions: admin.failedSessions.handler(inTransaction(asAdmin(failedSessions))),
  runAgain: admin.runAgain.handler(inTransaction(asAdmin(runAgain))),
  models: admin.models.handler(inTransaction(asAdmin(listModels))),
  getSession: admin.getSession.handler(inTransaction(asAdmin(getSession))),
}
