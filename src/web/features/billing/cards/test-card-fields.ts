import type { TestCard } from '#shared/contract/billing.ts'
import { sentence } from '#shared/contract/errors.ts'
import { findTestCard, type KnownTestCard } from '#shared/rules/test-cards.ts'

export type CardFields = Record<'number' | 'expiry' | 'cvc', string>

/** Groups digits by four, as printed on a card. */
export function groupDigits(typed: string): string {
  return typed
    .replaceAll(/\D/g, '')
    .slice(0, 19)
    .replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/** Formats the expiry while typing: `0429` becomes `04/29`. */
export function formatExpiry(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}

/** Functions that return the error of a field, or null. A number that is not a test card is never sent. */
export const fieldErrors = {
  number: (number: string) => {
    if (number.trim() === '') return 'Card number is required.'
    return findTestCard(number) ? null : sentence('card_unknown')
  },
  expiry: (expiry: string) => (readExpiry(expiry) ? null : 'Enter month and year, e.g. 04/29.'),
  cvc: (cvc: string) => (/^\d{3,4}$/.test(cvc.trim()) ? null : 'Enter the 3 or 4 digits.'),
}

function readExpiry(expiry: string): Pick<TestCard, 'expMonth' | 'expYear'> | null {
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(\d{2})\s*$/.exec(expiry) ?? []
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) return null
  return { expMonth: Number(month), expYear: 2000 + Number(year) }
}

/** Converts valid fields to the request; null if a field is invalid. */
export function readCard({ number, expiry, cvc }: CardFields): Omit<TestCard, 'isConfirmed'> | null {
  const expiryDate = readExpiry(expiry)
  return expiryDate && { number: number.replaceAll(/\D/g, ''), ...expiryDate, cvc: cvc.trim() }
}

/** Fills in a test card that is valid for another three years. */
export function filledCard({ number, brand }: KnownTestCard, now: Date): CardFields {
  return {
    number: groupDigits(number),
    expiry: `12/${String(now.getFullYear() + 3).slice(-2)}`,
    cvc: brand === 'amex' ? '1234' : '123',
  }
}
