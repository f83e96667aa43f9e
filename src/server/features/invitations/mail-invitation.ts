import type { RequestContext } from '#server/context.ts'
import type { Offer } from './store.ts'

/** Sends an invitation. Answers what went wrong in words for whoever invites, or null. */
export async function mailInvitation(
  { mail, log }: Pick<RequestContext, 'mail' | 'log'>,
  offer: Omit<Offer, 'isMailed'>,
  link: string,
): Promise<string | null> {
  try {
    await mail.send({
      to: offer.email,
      subject: `You are invited to join ${offer.organizationName} on Attend`,
      text:
        `${offer.inviterName} invites you to join ${offer.organizationName} on Attend as ${nounOf(offer.role)}.\n\n` +
        `Accept here, by ${dateOf(offer.expiresAt)}:\n${link}\n\n` +
        'The link is yours alone and works once. If you do not know who sent it, ignore this mail.\n',
    })
    return null
  } catch (error) {
    log.error({ err: error }, 'an invitation could not be mailed')
    return reasonOf(error)
  }
}

function nounOf(role: Offer['role']): string {
  return { therapist: 'a therapist', supervisor: 'a supervisor', admin: 'an administrator' }[role]
}

/** MM/dd/yyyy, as dates are shown everywhere. */
function dateOf(date: Date): string {
  const [year, month, day] = date.toISOString().slice(0, 10).split('-')
  return `${month}/${day}/${year}`
}

/** No more than that: a mail server's own words may name machines. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error'
  const answer = 'responseCode' in error ? Number(error.responseCode) : 0
  if (answer >= 500) return 'the mail server refused this address'
  if (answer >= 400) return 'the mail server does not take mails right now'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isAway = /^(ECONN|ETIMEDOUT|EDNS|ESOCKET|ENOTFOUND)/.test(code)
  return isAway ? 'the mail server could not be reached' : 'Unknown error'
}
