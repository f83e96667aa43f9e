import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '#server/context.ts'
import type { Db } from '#server/db/tenant.ts'
import type { Payload } from '#server/jobs/catalog.ts'
import { publicUrlOf } from '#server/public-url.ts'
import { deactivatedMail } from './credential-mails.ts'
import { resetMinutes } from './reset-minutes.ts'

/**
 * Mails a link that sets a new password. The job creates the token, so its ten minutes start when the mail is sent,
 * even after a mail outage, and the queue stores no token. Rejects if the mail server rejects the mail; the retry
 * creates another link.
 */
export async function mailReset(services: Services, { userId }: Payload<'accounts.reset_mail'>): Promise<void> {
  const { config, mail, tenant } = services
  const token = randomBytes(24).toString('base64url')
  const endsAt = new Date(Date.now() + resetMinutes * 60_000)
  const email = await tenant.asAnonymous((db) => beginReset(db, userId, token, endsAt))
  if (email === null) return mailDeactivated(services, userId)
  // Browsers do not send the fragment to servers or proxies.
  const link = new URL(`/reset-password#${token}`, publicUrlOf(config))
  await mail.send({
    to: email,
    subject: 'Reset your Attend password',
    text:
      `Someone asked to reset the password of your Attend account.\n\nChoose a new password here, within ${resetMinutes} minutes:\n${link.href}\n\n` +
      'If this was not you, ignore this email: your password will not change.\n',
  })
}

/** Mails the user of a deactivated account the reason why a new password would not sign them in. */
async function mailDeactivated({ mail, tenant }: Services, userId: string): Promise<void> {
  const email = await tenant.asAnonymous((db) => deactivatedAddress(db, userId))
  if (email !== null) await mail.send({ to: email, ...deactivatedMail })
}

async function deactivatedAddress(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`select app.deactivated_address(${userId}) as email`.execute(db)
  return rows[0]?.email ?? null
}

/**
 * Stores the token in the form that better-auth looks up (`storeIdentifier: 'hashed'`). Returns the address, or null if
 * there is no active account.
 */
async function beginReset(db: Db, userId: string, token: string, endsAt: Date): Promise<string | null> {
  const identifier = createHash('sha256').update(`reset-password:${token}`).digest('base64url')
  const { rows } = await sql<{
    email: string | null
  }>`select app.begin_password_reset(${userId}, ${identifier}, ${endsAt}) as email`.execute(db)
  return rows[0]?.email ?? null
}
