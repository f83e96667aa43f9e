import type { Mail } from '#server/providers/mail/port.ts'

/** The secret of an invitation's or a reset link. */
export function secretIn(link: string): string {
  return new URL(link).hash.slice(1)
}

/** The secret of the newest link that was mailed to an address. */
export function mailedSecret(mail: { sent: readonly Mail[] }, email: string): string {
  const text = mail.sent.findLast(({ to }) => to === email)?.text ?? ''
  return secretIn(/http\S+/.exec(text)?.[0] ?? 'http://no-mail')
}
