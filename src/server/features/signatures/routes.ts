import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { addAddendum } from './add-addendum.ts'
import { getSignatures } from './get-signatures.ts'
import { signNote } from './sign-note.ts'
import { changeSigningRules, getSigningRules } from './signing-rules.ts'
import { unlockNote } from './unlock-note.ts'

const { signatures } = endpoints

export const signatureRoutes = {
  get: signatures.get.handler(inTransaction(getSignatures)),
  sign: signatures.sign.handler(inTransaction(signNote)),
  unlock: signatures.unlock.handler(inTransaction(unlockNote)),
  addAddendum: signatures.addAddendum.handler(inTransaction(addAddendum)),
  rules: signatures.rules.handler(inTransaction(getSigningRules)),
  changeRules: signatures.changeRules.handler(inTransaction(changeSigningRules)),
}
