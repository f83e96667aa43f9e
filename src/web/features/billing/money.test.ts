import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shownAmount, shownPrice } from './money.ts'

it.each([
  [6900, 'usd', '$69.00', '$69'],
  [6905, 'usd', '$69.05', '$69.05'],
  [0, 'usd', '$0.00', '$0'],
  [-460, 'usd', '-$4.60', '-$4.60'],
  [123456789, 'eur', '€1,234,567.89', '€1,234,567.89'],
  // The yen has no smaller unit, the dinar of Kuwait a thousandth.
  [6900, 'jpy', '¥6,900', '¥6,900'],
  [6905, 'kwd', 'KWD\u00A06.905', 'KWD\u00A06.905'],
])('%i of %s is shown as %s', (amount, currency, shown, price) => {
  expect(shownAmount(amount, currency)).toBe(shown)
  expect(shownPrice(amount, currency)).toBe(price)
})

it('never shows another amount than it was given', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (amount) => {
      const digits = shownAmount(amount, 'usd').replaceAll(/[$,.]/g, '')
      expect(Number(digits)).toBe(amount === 0 ? 0 : amount)
    }),
  )
})
