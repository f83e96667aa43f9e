import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { assignSupervisor } from './assign-supervisor.ts'
import { changeRole } from './change-role.ts'
import { listMembers } from './list-members.ts'
import { removeMember } from './remove-member.ts'
import { setPrelicensed } from './set-prelicensed.ts'

const { members } = endpoints

export const memberRoutes = {
  list: members.list.handler(inTransaction(listMembers)),
  changeRole: members.changeRole.handler(inTransaction(changeRole)),
  remove: members.remove.handler(inTransaction(removeMember)),
  assignSupervisor: members.assignSupervisor.handler(inTransaction(assignSupervisor)),
  setPrelicensed: members.setPrelicensed.handler(inTransaction(setPrelicensed)),
}
