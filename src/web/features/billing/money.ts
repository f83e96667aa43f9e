/** An integer of the smallest unit as people read it, e.g. `$69.00` or `-$4.60`. */
export function shownAmount(amount: number, currency: string): string {
  return inCurrency(amount, currency)
}

/** A price as a plan names it: whole amounts without what follows the point, e.g. `$69`. */
export function shownPrice(amount: number, currency: string): string {
  return inCurrency(amount, currency, { trailingZeroDisplay: 'stripIfInteger' })
}

// As Stripe counts (docs.stripe.com/currencies), which is neither ISO 4217 nor what browsers show: to them the forint has no
// smaller unit, and to ISO the ariary has one.
const zeroDecimal = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const inThousandths = 'bhd jod kwd omr tnd'.split(' ')
/** Counted in hundredths, of which there are none any more. */
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
