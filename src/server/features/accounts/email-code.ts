import { createHmac, randomInt } from 'node:crypto'
import type { Mail } from '#server/providers/mail/port.ts'

const digits = 8

export function newEmailCode(): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}

/** What is stored of a code. Keyed, for eight digits alone could be guessed from a plain hash. */
export function hashEmailCode(key: Buffer, userId: string, code: string): string {
  return createHmac('sha256', key).update(`${userId} ${code}`).digest('base64url')
}

/** A code and no link: whoever follows a link confirms an account that somebody else may have made. */
export function emailCodeMail(to: string, code: string): Mail {
  return {
    to,
    subject: 'Confirm your email address for Attend',
    text:
      `Your code is ${code.slice(0, 4)} ${code.slice(4)}.\n\n` +
      'Enter it in Attend within an hour, where you signed up. Do not pass it on to anybody.\n\n' +
      'If you did not sign up for Attend, ignore this mail. Somebody may have entered your address by mistake.\n',
  }
}
