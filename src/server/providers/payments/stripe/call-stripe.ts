import { Stripe } from 'stripe'
import { PaymentFailure, type PaymentFailureCode } from '../port.ts'

const { errors } = Stripe

/** Errors for which the user can do something other than use another card (docs.stripe.com/error-codes). */
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
  // The same request is still in progress.
  idempotency_key_in_use: 'payments_unreachable',
}

/** The codes after which a call may have happened. */
export const unknownOutcomeCodes: ReadonlySet<PaymentFailureCode> = new Set(['payments_unreachable', 'payments_failed'])

/** The outcome is unknown after three tries with one key. The call may be retried with that key. */
const unknownOutcomeErrors = [errors.StripeConnectionError, errors.StripeRateLimitError, errors.StripeAPIError]

/**
 * Awaits a Stripe call and translates its errors.
 * @param missing the code for Stripe's `resource_missing`
 * @throws PaymentFailure, whose cause has the type, code and status of Stripe's error, and no card data
 */
export async function callStripe<T>(call: Promise<T>, missing: PaymentFailureCode = 'payment_processing'): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof errors.StripeError)) throw error
    throw new PaymentFailure(codeOf(error, missing), { cause: new Error(summaryOf(error)) })
  }
}

function codeOf(error: Stripe.errors.StripeError, missing: PaymentFailureCode): PaymentFailureCode {
  const specific = known[error.decline_code ?? ''] ?? known[error.code ?? '']
  if (specific) return specific
  if (error instanceof errors.StripeCardError) return 'card_declined'
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) {
    return 'payments_unauthorized'
  }
  // Stripe stores its response per key, a 500 too. Higher codes, e.g. 504, come from gateways in between.
  if (error instanceof errors.StripeAPIError && error.statusCode === 500) return 'payments_failed'
  if (unknownOutcomeErrors.some((kind) => error instanceof kind)) return 'payments_unreachable'
  if (error.code !== 'resource_missing') return 'payment_processing'
  if (error.param === 'customer') return 'customer_missing'
  // An update of a customer can name a card that was just removed. Then the customer still exists.
  return missing === 'customer_missing' && error.param !== 'id' ? 'payment_method_missing' : missing
}

/** Leaves out Stripe's message, which may quote the request. */
function summaryOf({ type, code, decline_code, param, statusCode, requestId }: Stripe.errors.StripeError): string {
  return Object.entries({ type, code, decline_code, param, statusCode, requestId })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}
