import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { DB } from '#server/db/types.ts'
import type { Mailer } from '#server/providers/mail/port.ts'
import { addressHeader } from './account-trail.ts'
import { emailCodeMail, hashEmailCode, newEmailCode } from './email-code.ts'
import { invitedSignUps } from './invited-sign-ups.ts'
import { proveByReset, saveEmailCode } from './email-proof-store.ts'

interface Options {
  db: Kysely<DB>
  mail: Mailer
  log: Logger
  codeKey: Buffer
}

/** Proof of an email address beside better-auth: the code that is mailed at sign-up, and a completed password reset. */
export function emailProof({ db, mail, log, codeKey }: Options) {
  return {
    async sendFirstCode({ id, email }: { id: string; email: string }, request: Request | undefined): Promise<void> {
      if (request && invitedSignUps.get(request)?.isProved) return
      const code = newEmailCode()
      await saveEmailCode(db, id, hashEmailCode(codeKey, id, code))
      // The answer does not wait for the mail server; another code can be asked for.
      mail
        .send(emailCodeMail(email, code))
        .catch((error: unknown) => log.error({ err: error }, 'a code to confirm an address could not be mailed'))
    },
    byReset(userId: string, headers: Headers | undefined): Promise<void> {
      return proveByReset(db, userId, headers?.get(addressHeader) ?? '', headers?.get('user-agent') ?? '')
    },
  }
}
