import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'
import { sendsMail } from './check-settings.ts'
import { type Finding, fault, reasonOf, warning } from './finding.ts'

const connectTimeoutMs = 10_000

/** Checks whether the mail server accepts Attend's sign-in. Sends nothing. */
export async function checkMail(config: Config): Promise<Finding[]> {
  const { SMTP_URL, MAIL_FROM } = config
  if (!sendsMail(config))
    return [
      fault(
        'mail',
        'No mail is sent: SMTP_URL is not set, and the outbox page is off at a public address.',
        'Set SMTP_URL.',
      ),
    ]
  if (SMTP_URL === undefined) return []
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
  })
  try {
    await transport.verify()
  } catch (error) {
    return [
      fault(
        'mail',
        `The mail server does not accept Attend. ${reasonOf(error)}`,
        'Check host, port, user and password in SMTP_URL.',
      ),
    ]
  } finally {
    transport.close()
  }
  return MAIL_FROM.includes('@localhost')
    ? [
        warning(
          'mail',
          `Mails are sent as ${MAIL_FROM}, which most servers reject.`,
          'Set MAIL_FROM to your own address.',
        ),
      ]
    : []
}
