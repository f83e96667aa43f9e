/** Behavior of a card of the built-in payment provider. */
export type TestCardOutcome =
  | 'succeeds'
  | 'declined'
  | 'expired'
  | 'wrong_cvc'
  /** Its bank requires a second step before the card is stored. */
  | 'second_step'
  /** The card is stored, and a later charge fails. */
  | 'charge_fails'

export interface KnownTestCard {
  number: string
  brand: string
  outcome: TestCardOutcome
}

/**
 * The cards that the built-in provider accepts. Both the provider and its form in the browser use this list, so a real
 * number is neither sent nor stored. Stripe documents these numbers for testing.
 */
export const testCards: readonly KnownTestCard[] = [
  { number: '4242424242424242', brand: 'visa', outcome: 'succeeds' },
  { number: '5555555555554444', brand: 'mastercard', outcome: 'succeeds' },
  { number: '378282246310005', brand: 'amex', outcome: 'succeeds' },
  { number: '4000002500003155', brand: 'visa', outcome: 'second_step' },
  { number: '4000000000003220', brand: 'visa', outcome: 'second_step' },
  { number: '4000000000000002', brand: 'visa', outcome: 'declined' },
  { number: '4000000000000069', brand: 'visa', outcome: 'expired' },
  { number: '4000000000000127', brand: 'visa', outcome: 'wrong_cvc' },
  { number: '4000000000000341', brand: 'visa', outcome: 'charge_fails' },
]

/** The test card with this number, ignoring spaces. */
export function findTestCard(number: string): KnownTestCard | undefined {
  const digits = number.replaceAll(/\s/g, '')
  return testCards.find((card) => card.number === digits)
}
