import type { BillingState, Invoice, PaymentMethod, Plan, Subscription } from '#shared/contract/billing.ts'

function plan(id: string, name: string, price: number, sessions: number | null): Plan {
  return {
    id,
    name,
    price,
    currency: 'usd',
    interval: 'month',
    sessions,
    features: ['Notes with evidence'],
    isPopular: id === 'professional',
    productId: `product_${id}`,
    priceId: `price_${id}`,
  }
}

export const basic = plan('basic', 'Basic', 2900, 20)
export const professional = plan('professional', 'Professional', 6900, 60)
export const enterprise = plan('enterprise', 'Enterprise', 14_900, null)
export const plans = [basic, professional, enterprise]

/** Returns an active subscription of a plan. */
export function subscriptionOf({ name, price, productId, priceId }: Plan): Subscription {
  return {
    id: 'subscription_1',
    status: 'active',
    productId,
    priceId,
    productName: name,
    amount: price,
    currency: 'usd',
    interval: 'month',
    currentPeriodStart: '2030-01-01T00:00:00.000Z',
    currentPeriodEnd: '2030-02-01T00:00:00.000Z',
    trialEnd: null,
    cancelAtPeriodEnd: false,
  }
}

/** The billing state of an organization with this subscription, as its owner sees it. */
export function stateWith(subscription: Subscription | null): BillingState {
  return {
    provider: 'test',
    publishableKey: null,
    mayManage: true,
    isDemo: false,
    subscription,
    ended: null,
    usage: { used: 3, limit: 20 },
  }
}

export const visa: PaymentMethod = {
  id: 'card_visa',
  type: 'card',
  isDefault: true,
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2031 },
}

export const mastercard: PaymentMethod = {
  id: 'card_mastercard',
  type: 'card',
  isDefault: false,
  card: { brand: 'mastercard', last4: '4444', expMonth: 12, expYear: 2031 },
}

export const invoice: Invoice = {
  id: 'invoice_1',
  date: '2030-01-01T00:00:00.000Z',
  description: 'Basic',
  amount: 2900,
  currency: 'usd',
  status: 'paid',
  number: 'A-1',
  hasFile: true,
}
