import { offersDemo, hasOutbox } from '#server/config.ts'
import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { confirmEmail } from './confirm-email.ts'
import { getAccount } from './get-account.ts'
import { getSecondFactor } from './get-second-factor.ts'
import { listFailedSignIns } from './list-failed-sign-ins.ts'
import { listSignIns } from './list-sign-ins.ts'
import { signOutDevice, signOutElsewhere } from './sign-out-devices.ts'
import { sendEmailCode } from './send-email-code.ts'
import { updateAccount } from './update-account.ts'

const { accounts } = endpoints

export const accountRoutes = {
  setup: accounts.setup.handler(({ context: { config } }) => ({
    offersDemo: offersDemo(config),
    uploadMaxMb: config.UPLOAD_MAX_MB,
    hasOutbox: hasOutbox(config),
    welcomeVideoUrl: config.WELCOME_VIDEO_URL ?? null,
    errorReportsDsn: config.SENTRY_DSN ?? null,
  })),
  me: accounts.me.handler(inTransaction(getAccount)),
  secondFactor: accounts.secondFactor.handler(({ context }) => getSecondFactor(context)),
  listFailedSignIns: accounts.listFailedSignIns.handler(inTransaction(listFailedSignIns)),
  signIns: accounts.signIns.handler(inTransaction(listSignIns)),
  signOutDevice: accounts.signOutDevice.handler(inTransaction(signOutDevice)),
  signOutElsewhere: accounts.signOutElsewhere.handler(inTransaction(signOutElsewhere)),
  sendEmailCode: accounts.sendEmailCode.handler(({ context }) => sendEmailCode(context)),
  confirmEmail: accounts.confirmEmail.handler(({ context, input }) => confirmEmail(context, input)),
  update: accounts.update.handler(inTransaction(updateAccount)),
}
