/** What Stripe answers instead, e.g. 402 with a `card_error`. */
export class Refusal extends Error {
  readonly status: number
  readonly error: Readonly<Record<string, unknown>>

  constructor(status: number, error: Readonly<Record<string, unknown>>) {
    super(String(error['message']))
    this.status = status
    this.error = error
  }
}

/** `param` is what named it: the address, or a field of the request. */
export function missing(kind: string, id: string, param = 'id'): Refusal {
  return new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}

export function invalid(message: string, code?: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', code, message })
}
