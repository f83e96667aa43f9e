import { randomInt } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { DB } from '#server/db/types.ts'
import type { Mail, Mailer } from '#server/providers/mail/port.ts'
import { threads } from '#server/threads/pool.ts'
import { changePassword, replaceEmail } from './access-store.ts'
import { beginEmailChange, isEmailTaken, redeemEmailCode } from './email-change-store.ts'
import { maxPasswordLength } from './password.ts'
import { findGuessableWords } from './guessable-words-store.ts'
import { codeMail, emailChangedMail, passwordChangedMail } from './credential-mails.ts'
import { throwAuthError, throwRateLimited } from './auth-errors.ts'
import { maxEmailLength } from '#shared/contract/limits.ts'

const NewPassword = z.object({ password: z.string().max(maxPasswordLength), newPassword: z.string() })
const NewEmail = z.object({
  password: z.string().max(maxPasswordLength),
  email: z.string().trim().toLowerCase().max(maxEmailLength),
})
const Code = z.object({ code: z.string().max(64) })

interface Options {
  db: Kysely<DB>
  mail: Mailer
  log: Logger
}

/**
 * Changes password or email address of the signed-in user. Both changes require the password; wrong passwords are
 * rate-limited and audited (second-factor-rules.ts). A new address takes effect once its code was entered.
 */
export function credentialChanges({ db, mail, log }: Options) {
  const notify = (to: string, message: Omit<Mail, 'to'>) =>
    mail.send({ to, ...message }).catch((error: unknown) => log.error({ err: error }, 'a mail about an account failed'))

  return {
    id: 'credential-changes',
    endpoints: {
      changeOwnPassword: createAuthEndpoint(
        '/credentials/password',
        { method: 'POST', body: NewPassword, use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session
          await ctx.context.password.checkPassword(user.id, ctx)
          if (ctx.body.newPassword.length > maxPasswordLength) throwAuthError('password_long')
          if (ctx.body.newPassword === ctx.body.password) throwAuthError('password_unchanged')
          const known = await findGuessableWords(db, user.id)
          const failure = await threads.run('ratePassword', { password: ctx.body.newPassword, known })
          if (failure) throwAuthError(failure)
          const hash = await ctx.context.password.hash(ctx.body.newPassword)
          await changePassword(db, { userId: user.id, token: session.token, headers: ctx.headers, hash })
          void notify(user.email, passwordChangedMail)
          return ctx.json({})
        },
      ),
      beginEmailChange: createAuthEndpoint(
        '/credentials/email',
        { method: 'POST', body: NewEmail, use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user } = ctx.context.session
          await ctx.context.password.checkPassword(user.id, ctx)
          const { email } = ctx.body
          if (!z.email().safeParse(email).success) throwAuthError('input_invalid')
          if (await isEmailTaken(db, email)) throwAuthError('email_of_other')
          const code = String(randomInt(1_000_000)).padStart(6, '0')
          const wait = await beginEmailChange(db, ctx.context.secret, { userId: user.id, email, code })
          if (wait > 0) throwRateLimited(wait, 'email_codes_used_up')
          const sent = mail.send({ to: email, ...codeMail(code) })
          await sent.catch((error: unknown) => {
            log.error({ err: error }, 'a code could not be mailed')
            throwAuthError('email_code_not_sent')
          })
          return ctx.json({})
        },
      ),
      finishEmailChange: createAuthEndpoint(
        '/credentials/email/confirm',
        { method: 'POST', body: Code, use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session
          const code = ctx.body.code.replace(/\s/g, '')
          const email = await redeemEmailCode(db, ctx.context.secret, { userId: user.id, code })
          if (email === undefined) throwAuthError('email_code_wrong')
          const change = { userId: user.id, token: session.token, headers: ctx.headers, email }
          if (!(await replaceEmail(db, change))) throwAuthError('email_of_other')
          void notify(user.email, emailChangedMail(email))
          return ctx.json({})
        },
      ),
    },
  } satisfies BetterAuthPlugin
}
