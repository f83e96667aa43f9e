import { singleAddress } from './address.ts'
import type { Mail, Mailer } from './port.ts'

/** Remembers what was sent, for tests. */
export function createFakeMailer(): Mailer & { sent: Mail[] } {
  const sent: Mail[] = []
  return {
    sent,
    send: async (mail) => {
      sent.push({ ...mail, to: singleAddress(mail.to) })
    },
  }
}
