import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { lastCopy } from './last-copy.ts'
import { prepareCopy } from './prepare-copy.ts'
import { addProfile, changeProfile, deleteProfile, listProfiles } from './profiles.ts'
import { recordCopy } from './record-copy.ts'

const { copies } = endpoints

export const copyRoutes = {
  profiles: copies.profiles.handler(inTransaction(listProfiles)),
  addProfile: copies.addProfile.handler(inTransaction(addProfile)),
  changeProfile: copies.changeProfile.handler(inTransaction(changeProfile)),
  deleteProfile: copies.deleteProfile.handler(inTransaction(deleteProfile)),
  prepare: copies.prepare.handler(inTransaction(prepareCopy)),
  record: copies.record.handler(inTransaction(recordCopy)),
  last: copies.last.handler(inTransaction(lastCopy)),
}
