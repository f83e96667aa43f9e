import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shownAmount, shownPrice } from './money.ts'

it.each([
  [6900, 'usd', '$69.00', '$69'],
  [6905, 'usd', '$69.05', '$69.05'],
  [0, 'usd', '$0.00', '$0'],
  [-460, 'usd', '-$4.60', '-$4.60'],
  [123456789, 'eur', '€1,234,567.89', '€1,234,567.89'],
  // The yen has no minor unit; the Kuwaiti dinar has thousandths.
  [6900, 'jpy', '¥6,900', '¥6,900'],
  [6905, 'kwd', 'KWD\u00A06.905', 'KWD\u00A06.905'],
  // Currencies whose minor unit at Stripe differs from ISO 4217 or from browsers.
  [50_000, 'isk', 'ISK\u00A0500', 'ISK\u00A0500'],
  [50_000, 'ugx', 'UGX\u00A0500', 'UGX\u00A0500'],
  [50_000, 'mga', 'MGA\u00A050,000', 'MGA\u00A050,000'],
  [50_050, 'huf', 'HUF\u00A0500.50', 'HUF\u00A0500.50'],
  [50_000, 'all', 'ALL\u00A0500.00', 'ALL\u00A0500'],
])('shownAmount formats %i %s as %s, and shownPrice as %s', (amount, currency, shown, price) => {
  expect(shownAmount(amount, currency)).toBe(shown)
  expect(shownPrice(amount, currency)).toBe(price)
})

it('shownAmount formats every amount without changing its value', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (amount) => {
      const digits = shownAmount(amount, 'usd').replaceAll(/[$,.]/g, '')
      expect(Number(digits)).toBe(amount === 0 ? 0 : amount)
    }),
  )
})
