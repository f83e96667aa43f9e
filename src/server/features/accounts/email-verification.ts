import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { DB } from '#server/db/types.ts'
import type { Mailer } from '#server/providers/mail/port.ts'
import { addressHeader } from './account-trail.ts'
import { emailCodeMail, hashEmailCode, newEmailCode } from './email-code.ts'
import { invitedSignUps } from './invited-sign-ups.ts'
import { verifyEmailByReset, saveEmailCode } from './email-verification-store.ts'

interface Options {
  db: Kysely<DB>
  mail: Mailer
  log: Logger
  codeKey: Buffer
}

/** Adds email verification to better-auth: by the code mailed at sign-up, or by a completed password reset. */
export function emailVerification({ db, mail, log, codeKey }: Options) {
  return {
    async sendFirstCode({ id, email }: { id: string; email: string }, request: Request | undefined): Promise<void> {
      if (request && invitedSignUps.get(request)?.isVerified) return
      const code = newEmailCode()
      await saveEmailCode(db, id, hashEmailCode(codeKey, id, code))
      // The response does not wait for the mail server; users can request another code.
      mail
        .send(emailCodeMail(email, code))
        .catch((error: unknown) => log.error({ err: error }, 'a code to confirm an address could not be mailed'))
    },
    verifyByReset(userId: string, headers: Headers | undefined): Promise<void> {
      return verifyEmailByReset(db, userId, headers?.get(addressHeader) ?? '', headers?.get('user-agent') ?? '')
    },
  }
}
