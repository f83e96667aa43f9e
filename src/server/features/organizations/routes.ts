import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { getOrganization } from './get-organization.ts'
import { renameOrganization } from './rename-organization.ts'
import { requireSecondFactor } from './require-second-factor.ts'
import { listOwnOrganizations, switchOrganization } from './switch-organization.ts'
import { changeVocabulary, getVocabulary } from './vocabulary.ts'

const { organizations } = endpoints

export const organizationRoutes = {
  get: organizations.get.handler(inTransaction(getOrganization)),
  rename: organizations.rename.handler(inTransaction(renameOrganization)),
  requireSecondFactor: organizations.requireSecondFactor.handler(inTransaction(requireSecondFactor)),
  vocabulary: organizations.vocabulary.handler(inTransaction(getVocabulary)),
  changeVocabulary: organizations.changeVocabulary.handler(inTransaction(changeVocabulary)),
  mine: organizations.mine.handler(inTransaction(listOwnOrganizations)),
  switch: organizations.switch.handler(inTransaction(switchOrganization)),
}
