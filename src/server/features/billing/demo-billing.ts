import type { Invoice, PaymentMethod } from '#shared/contract/billing.ts'
import type { SavedSubscription } from './store.ts'

// The demo practice has no customer at a payment provider (decision 0036). Its billing pages show invented data,
// computed from the date.

const price = { amount: 14_900, currency: 'usd' } as const
const invoiceCount = 3

/** A clinic's plan, charged on the first of each month. */
export function demoSubscription(now: Date): SavedSubscription {
  return {
    ...price,
    id: 'demo_subscription',
    status: 'active',
    productId: 'prod_test_enterprise',
    priceId: 'price_test_enterprise_month',
    productName: 'Enterprise',
    interval: 'month',
    currentPeriodStart: firstOfMonth(now, 0),
    currentPeriodEnd: firstOfMonth(now, 1),
    trialEnd: null,
    cancelAtPeriodEnd: false,
    sessionLimit: null,
  }
}

/** Lists the default card first, as a provider does. */
export function demoCards(now: Date): PaymentMethod[] {
  const expYear = now.getUTCFullYear() + 2
  return [
    { id: 'demo_card_1', type: 'card', isDefault: true, card: { brand: 'visa', last4: '4242', expMonth: 8, expYear } },
    {
      id: 'demo_card_2',
      type: 'card',
      isDefault: false,
      card: { brand: 'mastercard', last4: '4444', expMonth: 3, expYear },
    },
  ]
}

/** Lists the invented invoices, newest first. */
export function demoInvoices(now: Date): Invoice[] {
  return Array.from({ length: invoiceCount }, (_, monthsAgo) => ({
    ...price,
    id: `demo_invoice_${invoiceCount - monthsAgo}`,
    date: firstOfMonth(now, -monthsAgo),
    description: 'Subscription Payment',
    status: 'paid',
    number: `DEMO-${String(invoiceCount - monthsAgo).padStart(4, '0')}`,
    hasFile: false,
  }))
}

/** Returns noon UTC, which is the same day in most time zones. */
function firstOfMonth(now: Date, monthsAhead: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1, 12)).toISOString()
}
