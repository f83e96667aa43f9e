import type { PaymentMethod } from '#shared/contract/billing.ts'

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** A card's display name, e.g. `Visa ending in 4242`. */
export function cardName({ card: { brand, last4 } }: { card: Pick<PaymentMethod['card'], 'brand' | 'last4'> }): string {
  return `${brands[brand] ?? 'Card'} ending in ${last4}`
}

/** Expiry month and year of a card, e.g. `04/2029`. */
export function cardExpiry({ card: { expMonth, expYear } }: Pick<PaymentMethod, 'card'>): string {
  return `${String(expMonth).padStart(2, '0')}/${expYear}`
}
