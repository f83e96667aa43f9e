import { Stripe } from 'stripe'
import { PaymentFailure, type PaymentFailureCode } from '../port.ts'

const { errors } = Stripe

/** What the person can do something other about than to take another card (docs.stripe.com/error-codes). */
const known: Readonly<Record<string, PaymentFailureCode>> = {
  expired_card: 'card_expired',
  expired_payment_method: 'card_expired',
  incorrect_cvc: 'card_cvc',
  invalid_cvc: 'card_cvc',
  processing_error: 'payment_processing',
  authentication_required: 'card_step_failed',
  subscription_payment_intent_requires_action: 'card_step_failed',
  invoice_payment_intent_requires_action: 'card_step_failed',
  payment_intent_action_required: 'card_step_failed',
  payment_intent_authentication_failure: 'card_step_failed',
  setup_intent_authentication_failure: 'card_step_failed',
  // The same request is still under way.
  idempotency_key_in_use: 'payments_unreachable',
}

/** Nothing is known of what was asked for, after three tries with one key. It may be tried again with that key. */
const unreachable = [errors.StripeConnectionError, errors.StripeRateLimitError, errors.StripeAPIError]

/**
 * The answer of a call to Stripe.
 * @param missing what it means that Stripe does not know what was asked for
 * @throws PaymentFailure, whose cause names kind and number of what Stripe said, and nothing of the card
 */
export async function ask<T>(call: Promise<T>, missing: PaymentFailureCode = 'payment_processing'): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof errors.StripeError)) throw error
    throw new PaymentFailure(codeOf(error, missing), { cause: new Error(factsOf(error)) })
  }
}

function codeOf(error: Stripe.errors.StripeError, missing: PaymentFailureCode): PaymentFailureCode {
  const cause = known[error.decline_code ?? ''] ?? known[error.code ?? '']
  if (cause) return cause
  if (error instanceof errors.StripeCardError) return 'card_declined'
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) {
    return 'payments_unauthorized'
  }
  // Stripe keeps an answer for its key, also this one. Other numbers above it are of whoever stands between, e.g. 504.
  if (error instanceof errors.StripeAPIError && error.statusCode === 500) return 'payments_failed'
  if (unreachable.some((kind) => error instanceof kind)) return 'payments_unreachable'
  if (error.code !== 'resource_missing') return 'payment_processing'
  if (error.param === 'customer') return 'customer_missing'
  // An update of a customer may name a card that went meanwhile: that says nothing of the customer.
  return missing === 'customer_missing' && error.param !== 'id' ? 'payment_method_missing' : missing
}

/** Stripe's own message is left out: it may quote what was sent. */
function factsOf({ type, code, decline_code, param, statusCode, requestId }: Stripe.errors.StripeError): string {
  return Object.entries({ type, code, decline_code, param, statusCode, requestId })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}
