import type { Mail } from '#server/providers/mail/port.ts'

/** The secret in an invitation link or reset link. */
export function secretIn(link: string): string {
  return new URL(link).hash.slice(1)
}

/** The secret in the newest link emailed to an address. */
export function mailedSecret(mail: { sent: readonly Mail[] }, email: string): string {
  const text = mail.sent.findLast(({ to }) => to === email)?.text ?? ''
  return secretIn(/http\S+/.exec(text)?.[0] ?? 'http://no-mail')
}
