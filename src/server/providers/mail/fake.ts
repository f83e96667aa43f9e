import { singleAddress } from './address.ts'
import type { Mail, Mailer } from './port.ts'

export interface FakeMailer extends Mailer {
  sent: Mail[]
  /** Rejects every mail with this error; `undefined` accepts mails again. */
  fail(error: Error | undefined): void
}

/** Records sent mails, for tests. */
export function createFakeMailer(): FakeMailer {
  const sentMails: Mail[] = []
  let failure: Error | undefined
  return {
    sent: sentMails,
    fail(error) {
      failure = error
    },
    send: async (mail) => {
      if (failure) throw failure
      sentMails.push({ ...mail, to: singleAddress(mail.to) })
    },
  }
}
