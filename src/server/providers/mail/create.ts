import { createOutbox, type Outbox } from './outbox.ts'
import type { Mailer } from './port.ts'
import { createSmtpMailer, type SmtpConfig } from './smtp.ts'

export type MailConfig = ({ kind: 'smtp' } & SmtpConfig) | { kind: 'outbox'; file: string }

/** The mailer of this installation. `outbox` is set if mails are stored on this machine. */
export function createMail(config: MailConfig): { mailer: Mailer; outbox: Outbox | null } {
  if (config.kind === 'smtp') return { mailer: createSmtpMailer(config), outbox: null }
  const outbox = createOutbox(config.file)
  return { mailer: outbox, outbox }
}
