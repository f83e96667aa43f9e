/** An integer of the smallest unit as people read it, e.g. `$69.00` or `-$4.60`. */
export function shownAmount(amount: number, currency: string): string {
  return inCurrency(amount, currency)
}

/** A price as a plan names it: whole amounts without what follows the point, e.g. `$69`. */
export function shownPrice(amount: number, currency: string): string {
  return inCurrency(amount, currency, { trailingZeroDisplay: 'stripIfInteger' })
}

function inCurrency(amount: number, currency: string, options: Intl.NumberFormatOptions = {}): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...options })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0))
}
