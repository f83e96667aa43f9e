import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'

/** An id as Stripe forms them, e.g. `cus_…`. */
export function newId(kind: string): string {
  return `${kind}_${randomBytes(12).toString('hex')}`
}

/** Seconds since 1970. */
export function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

export function newProduct(
  now: number,
  wish: Pick<Stripe.Product, 'name' | 'metadata'> & { features: string[] },
): Stripe.Product {
  const { features, ...named } = wish
  return {
    id: newId('prod'),
    object: 'product',
    active: true,
    created: now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: features.map((name) => ({ name })),
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
    ...named,
  }
}

export function newPrice(
  now: number,
  wish: { product: string; unit_amount: number; interval: 'month' | 'year' | 'week' },
): Stripe.Price {
  return {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: now,
    currency: 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: wish.product,
    recurring: {
      interval: wish.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: wish.unit_amount,
    unit_amount_decimal: null,
  }
}

export function newCustomer(now: number, wish: Stripe.CustomerCreateParams): Stripe.Customer {
  return {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: wish.email ?? null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: textsOf(wish.metadata),
    name: wish.name ?? null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

export function newCard(now: number, card: { brand: string; last4: string }): Stripe.PaymentMethod {
  const address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
  return {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { address, email: null, name: null, phone: null, tax_id: null },
    card: {
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: newId('card').slice(5),
      funding: 'credit',
      generated_from: null,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
      ...card,
    },
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

export function newSetup(now: number, wish: Stripe.SetupIntentCreateParams): Stripe.SetupIntent {
  const id = newId('seti')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: wish.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
    created: now,
    customer: wish.customer ?? null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: wish.usage ?? 'off_session',
  }
}

export function newItem(
  now: number,
  wish: { subscription: string; price: Stripe.Price; start: number; end: number },
): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: wish.end,
    current_period_start: wish.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(wish.price),
    price: wish.price,
    quantity: 1,
    subscription: wish.subscription,
    tax_rates: [],
  }
}

/** The older form in which Stripe still shows a price beside it. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: null,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

export function newSubscription(
  now: number,
  wish: { params: Stripe.SubscriptionCreateParams; customer: string; trialEnd: number | null },
): Stripe.Subscription {
  const { params, customer, trialEnd } = wish
  const whatIsMissing = params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice'
  return {
    id: newId('sub'),
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: 'usd',
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: params.default_payment_method ?? null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: { object: 'list', data: [], has_more: false, url: '/v1/subscription_items' },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: textsOf(params.metadata),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd === null ? 'active' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: whatIsMissing } },
    trial_start: trialEnd === null ? null : now,
  }
}

/** Metadata is kept as texts; what is null is not kept. */
export function textsOf(metadata: Stripe.MetadataParam | '' | null | undefined): Stripe.Metadata {
  const entries = Object.entries(metadata || {}).filter(([, value]) => value !== null)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
