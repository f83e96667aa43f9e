import type { RequestContext } from '#server/context.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import type { Offer } from './store.ts'

/** Mails an invitation. Returns null, or the reason of the failure for the inviter. */
export async function mailInvitation(
  { mail, log }: Pick<RequestContext, 'mail' | 'log'>,
  offer: Omit<Offer, 'isMailed'> & { timeZone: string },
  link: string,
): Promise<string | null> {
  try {
    await mail.send({
      to: offer.email,
      subject: `You are invited to join ${offer.organizationName} on Attend`,
      text:
        `${offer.inviterName} invites you to join ${offer.organizationName} on Attend as ${nounOf(offer.role)}.\n\n` +
        `Accept here, by ${dateOf(offer.expiresAt, offer.timeZone)}:\n${link}\n\n` +
        'The link is for you only and works once. If you do not know the sender, ignore this email.\n',
    })
    return null
  } catch (error) {
    log.error({ err: error }, 'an invitation could not be mailed')
    return reasonOf(error)
  }
}

/** Logs that the result of a mail could not be stored. The mail is out, so the inviter gets the link in any case. */
export const logUnstored =
  ({ log }: Pick<RequestContext, 'log'>, organizationId: string) =>
  (error: unknown): void =>
    log.warn({ err: error, organizationId }, 'the result of mailing an invitation could not be stored')

function nounOf(role: Offer['role']): string {
  return { therapist: 'a therapist', supervisor: 'a supervisor', admin: 'an admin' }[role]
}

/** Formats a date as MM/dd/yyyy, like all dates in Attend, in the time zone of the inviter. */
function dateOf(moment: Date, timeZone: string): string {
  const [year, month, day] = localDateTime(moment, timeZone).date.split('-')
  return `${month}/${day}/${year}`
}

/** Returns one of a few fixed texts, because the mail server's own message may contain host names. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error'
  const status = 'responseCode' in error ? Number(error.responseCode) : 0
  if (status >= 500) return 'the mail server rejected this address'
  if (status >= 400) return 'the mail server is not accepting mail right now'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isUnreachable = /^(ECONN|ETIMEDOUT|EDNS|ESOCKET|ENOTFOUND)/.test(code)
  return isUnreachable ? 'the mail server could not be reached' : 'Unknown error'
}
