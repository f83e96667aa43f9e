import { expect, test } from 'vitest'
import { readAs } from './fits.ts'
import { newPrice } from './objects.ts'

const params = 'Subscriptions#SubscriptionCreateParams'

test('a form is read as what its texts mean', () => {
  const form = {
    customer: 'cus_1',
    items: { 0: { price: 'price_1', quantity: '2' } },
    trial_period_days: '7',
    cancel_at_period_end: 'false',
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    metadata: { anything: 'goes' },
    description: '',
  }
  expect(readAs(params, form, 'form')).toEqual({
    value: {
      ...form,
      items: [{ price: 'price_1', quantity: 2 }],
      trial_period_days: 7,
      cancel_at_period_end: false,
    },
    problems: [],
  })
})

test.each([
  [{ payment_method_types: { 0: 'card' } }, 'payment_method_types: not known'],
  [{ proration_behavior: 'at_once' }, 'proration_behavior: "at_once" is not'],
  [{ trial_period_days: 'seven' }, 'trial_period_days: "seven" is not number'],
  [{ cancel_at_period_end: 'yes' }, 'cancel_at_period_end: "yes" is not boolean'],
  [{ items: 'price_1' }, 'items: "price_1" is not a list'],
  [{ items: { 0: { prise: 'price_1' } } }, 'items[0].prise: not known'],
  [{ trial_settings: { end_behavior: { missing_payment_method: 'wait' } } }, 'missing_payment_method: "wait" is not'],
])('a request with %j is refused', (form, problem) => {
  expect(readAs(params, form, 'form').problems.join()).toContain(problem)
})

test('what a request or an answer lacks is missed', () => {
  expect(
    readAs('Checkout/Sessions#Checkout.SessionCreateParams', { metadata: { 0: {} } }, 'form').problems,
  ).not.toEqual([])
  const price = newPrice(0, { product: 'prod_1', unit_amount: 1, interval: 'month' })
  expect(readAs('Prices#Price', price, 'json').problems).toEqual([])
  const { currency, ...rest } = price
  expect(readAs('Prices#Price', rest, 'json').problems).toEqual(['Price.currency: missing'])
  expect(readAs('Prices#Price', { ...price, unit_amount: currency }, 'json').problems.join()).toContain('unit_amount')
  expect(readAs('Prices#Price', { ...price, recurring: { interval: 'month' } }, 'json').problems).not.toEqual([])
})

test('a type that the library does not have is none to read by', () => {
  expect(() => readAs('Prices#Prize', {}, 'json')).toThrow('Prices#Prize')
})
