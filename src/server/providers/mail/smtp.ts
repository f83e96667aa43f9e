import { createTransport } from 'nodemailer'
import { singleAddress } from './address.ts'
import type { Mailer } from './port.ts'

export interface SmtpConfig {
  /** `smtp://user:password@host:587` (upgraded by STARTTLS when offered) or `smtps://…:465`. */
  url: string
  /** The sender, e.g. `Attend <no-reply@example.org>`. */
  from: string
}

/** Sends through a mail server. Gives up after 10 seconds without a connection, or 30 without a response. */
export function createSmtpMailer({ url, from }: SmtpConfig): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to: { name: '', address: singleAddress(to) }, subject, text })
    },
  }
}
