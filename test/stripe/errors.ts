import { PaymentFailure } from '#server/providers/payments/port.ts'

/** An error response of Stripe, e.g. 402 with a `card_error`. */
export class StripeError extends Error {
  readonly status: number
  readonly error: Readonly<Record<string, unknown>>

  constructor(status: number, error: Readonly<Record<string, unknown>>) {
    super(String(error['message']))
    this.status = status
    this.error = error
  }
}

/** @param param names the missing id: `id` for one in the path, else a field of the request */
export function missing(id: string, param = 'id'): StripeError {
  const message = `No such object: '${id}'`
  return new StripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

export function invalid(message: string, code?: string): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', code, message })
}

/** Translates a failure of the sandbox into Stripe's error. The message contains card data, which the adapter must not pass on. */
export function toStripeError(error: unknown, path: string): unknown {
  if (!(error instanceof PaymentFailure)) return error
  switch (error.code) {
    case 'customer_missing':
      return missing('customer', path.startsWith('/v1/customers/') ? 'id' : 'customer')
    case 'payment_method_missing':
      return missing('card', path.startsWith('/v1/payment_methods/') ? 'id' : 'default_payment_method')
    case 'billing_no_card':
      return invalid('This customer has no attached payment source or default payment method.', 'resource_missing')
    case 'card_declined':
    case 'card_expired': {
      const code = error.code === 'card_expired' ? 'expired_card' : 'card_declined'
      return new StripeError(402, { type: 'card_error', code, message: 'Your card 4000000000000341 was declined.' })
    }
    default:
      return invalid(error.code)
  }
}
