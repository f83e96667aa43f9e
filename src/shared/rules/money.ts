/** Formats an amount in the smallest unit, e.g. `$69.00` or `-$4.60`. */
export function shownAmount(amount: number, currency: string): string {
  return inCurrency(amount, currency)
}

/** Formats a plan price, without cents for whole amounts, e.g. `$69`. */
export function shownPrice(amount: number, currency: string): string {
  return inCurrency(amount, currency, { trailingZeroDisplay: 'stripIfInteger' })
}

// Stripe's minor units (docs.stripe.com/currencies) differ from ISO 4217 and from browsers: browsers show the forint
// without a minor unit, and ISO gives the ariary one.
const zeroDecimal = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const inThousandths = 'bhd jod kwd omr tnd'.split(' ')
/** Stripe counts these in hundredths, though hundredths no longer exist. */
const wholeOnly = 'isk ugx'.split(' ')

function digitsOf(currency: string): number {
  if (zeroDecimal.includes(currency)) return 0
  return inThousandths.includes(currency) ? 3 : 2
}

function inCurrency(amount: number, currency: string, options: Intl.NumberFormatOptions = {}): string {
  const digits = digitsOf(currency)
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...(wholeOnly.includes(currency) && { trailingZeroDisplay: 'stripIfInteger' }),
    ...options,
  })
  return format.format(amount / 10 ** digits)
}
