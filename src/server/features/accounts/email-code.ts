import { createHmac, randomInt } from 'node:crypto'
import type { Mail } from '#server/providers/mail/port.ts'

const digits = 8

export function newEmailCode(): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}

/** The stored form of a code: an HMAC, because eight digits can be brute-forced from a plain hash. */
export function hashEmailCode(key: Buffer, userId: string, code: string): string {
  return createHmac('sha256', key).update(`${userId} ${code}`).digest('base64url')
}

/** The mail has a code instead of a link: clicking a link would confirm an account that a stranger may have created. */
export function emailCodeMail(to: string, code: string): Mail {
  return {
    to,
    subject: 'Confirm your email address for Attend',
    text:
      `Your code is ${code.slice(0, 4)} ${code.slice(4)}.\n\n` +
      'Enter it in Attend within an hour, where you signed up. Do not share it.\n\n' +
      'If you did not sign up for Attend, ignore this email. Someone may have entered your address by mistake.\n',
  }
}
