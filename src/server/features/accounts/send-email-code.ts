import { deriveKey } from '#server/secrets.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { fail, tooMany } from '#server/fail.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { emailCodeMail, hashEmailCode, newEmailCode } from './email-code.ts'
import { renewEmailCode } from './email-verification-store.ts'
import { getAccount } from './get-account.ts'

/**
 * Mails the caller a new code and invalidates the previous one. Does nothing if the address is already confirmed.
 * @throws address_code_soon within a minute, and after five codes within an hour; address_code_not_sent
 */
export async function sendEmailCode(request: RequestContext): Promise<void> {
  const code = newEmailCode()
  const { wait, email } = await asCaller(request, storeCode, code)
  if (wait === null) return
  if (wait > 0) throw tooMany(wait, 'address_code_soon')
  await request.mail.send(emailCodeMail(email, code)).catch((error: unknown) => {
    request.log.error({ err: error }, 'a code to confirm an address could not be mailed')
    fail('address_code_not_sent')
  })
}

async function storeCode(context: Context, code: string) {
  const { db, actor, config } = context
  const wait = await renewEmailCode(db, hashEmailCode(deriveKey(config, 'email codes'), actor.userId, code))
  return { wait, email: (await getAccount(context)).email }
}
